"""The server's telemetry: metrics for Prometheus, traces for OpenTelemetry."""
