package main

import (
	"go.opentelemetry.io/otel/semconv/v1.43.0/dbconv"
	"go.opentelemetry.io/otel/semconv/v1.43.0/httpconv"
	"go.opentelemetry.io/otel/semconv/v1.43.0/messagingconv"
	"go.opentelemetry.io/otel/semconv/v1.43.0/processconv"
)

// instrument is a metric of the semantic conventions.
type instrument interface {
	Name() string
	Unit() string
}

// conventionalUnits returns the units of metrics by their names.
func conventionalUnits() map[string]string {
	units := map[string]string{}
	for _, each := range []instrument{
		dbconv.ClientConnectionCount{},
		dbconv.ClientConnectionMax{},
		dbconv.ClientConnectionPendingRequests{},
		dbconv.ClientConnectionUseTime{},
		dbconv.ClientConnectionWaitTime{},
		dbconv.ClientOperationDuration{},
		httpconv.ServerRequestDuration{},
		messagingconv.ClientConsumedMessages{},
		messagingconv.ClientSentMessages{},
		messagingconv.ProcessDuration{},
		processconv.CPUTime{},
		processconv.MemoryUsage{},
	} {
		units[each.Name()] = each.Unit()
	}
	return units
}
