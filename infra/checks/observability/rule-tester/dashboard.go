package main

import (
	"os"

	"github.com/grafana/grafana-foundation-sdk/go/cog"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/prometheus"
	"github.com/grafana/grafana-foundation-sdk/go/stat"
	"github.com/grafana/grafana-foundation-sdk/go/timeseries"
)

// checkDashboard checks a dashboard against the schemas of Grafana. It rejects unknown and missing fields.
func checkDashboard(file string) []error {
	runtime := cog.NewRuntime()
	runtime.RegisterPanelcfgVariant(stat.VariantConfig())
	runtime.RegisterPanelcfgVariant(timeseries.VariantConfig())
	runtime.RegisterDataqueryVariant(prometheus.VariantConfig())
	content, err := os.ReadFile(file)
	if err != nil {
		return []error{err}
	}
	var read dashboard.Dashboard
	// The package also returns empty lists of errors.
	if err := read.UnmarshalJSONStrict(content); err != nil && err.Error() != "" {
		return []error{err}
	}
	if err := read.Validate(); err != nil {
		return []error{err}
	}
	return nil
}
