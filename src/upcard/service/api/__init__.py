"""REST and WebSocket: routes that ask the floor and the layers below, and answer in JSON."""
