// Checks rule files like `promtool check rules`, and runs unit tests of alerts like `promtool test rules`.
//
// It uses the parser, the query engine and the rule format of Prometheus. promtool itself also contains the storage, the service
// discovery of all clouds and the scraper, and takes several minutes to build.
//
//	rule-tester check <file>...      parses rule files
//	rule-tester test <file>...       runs test files in the format of promtool
//	rule-tester dashboard <file>...  checks dashboards against the schemas of Grafana
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/prometheus/common/model"
	"github.com/prometheus/common/promslog"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: rule-tester check|test|dashboard <file>...")
		os.Exit(2)
	}
	failures := 0
	for _, file := range os.Args[2:] {
		var problems []error
		switch os.Args[1] {
		case "check":
			_, problems = readRules(file)
		case "test":
			problems = runTestFile(file)
		case "dashboard":
			problems = checkDashboard(file)
		default:
			problems = []error{fmt.Errorf("unknown command %q", os.Args[1])}
		}
		for _, problem := range problems {
			fmt.Printf("%s: %v\n", filepath.Base(file), problem)
		}
		failures += len(problems)
	}
	if failures > 0 {
		os.Exit(1)
	}
}

func readRules(file string) (*rulefmt.RuleGroups, []error) {
	return rulefmt.ParseFile(file, false, model.UTF8Validation, parser.NewParser(parser.Options{}), promslog.NewNopLogger())
}
