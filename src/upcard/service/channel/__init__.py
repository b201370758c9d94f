"""The channel: commands of devices and programs over one WebSocket, answered in their order."""
