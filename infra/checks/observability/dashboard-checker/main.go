// Checks dashboards against the schemas of Grafana: rejects unknown fields, missing fields and wrong types.
//
//	dashboard-checker <file>...
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/grafana/grafana-foundation-sdk/go/cog"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/prometheus"
	"github.com/grafana/grafana-foundation-sdk/go/stat"
	"github.com/grafana/grafana-foundation-sdk/go/timeseries"
)

func main() {
	runtime := cog.NewRuntime()
	runtime.RegisterPanelcfgVariant(stat.VariantConfig())
	runtime.RegisterPanelcfgVariant(timeseries.VariantConfig())
	runtime.RegisterDataqueryVariant(prometheus.VariantConfig())
	code := 0
	for _, file := range os.Args[1:] {
		if err := check(file); err != nil {
			fmt.Printf("%s: %v\n", filepath.Base(file), err)
			code = 1
		}
	}
	os.Exit(code)
}

func check(file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var read dashboard.Dashboard
	// The package also returns empty lists of errors.
	if err := read.UnmarshalJSONStrict(content); err != nil && err.Error() != "" {
		return err
	}
	return read.Validate()
}
