"""What the server tells of itself: metrics for Prometheus, traces for OpenTelemetry."""
