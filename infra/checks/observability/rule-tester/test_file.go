package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
	"go.yaml.in/yaml/v3"
)

// testFile is the part of the format of `promtool test rules` that the tests of the alerts use. Other fields are errors.
type testFile struct {
	RuleFiles          []string       `yaml:"rule_files"`
	EvaluationInterval model.Duration `yaml:"evaluation_interval"`
	Tests              []testCase     `yaml:"tests"`
}

type testCase struct {
	Name        string         `yaml:"name"`
	Interval    model.Duration `yaml:"interval"`
	InputSeries []struct {
		Series string `yaml:"series"`
		Values string `yaml:"values"`
	} `yaml:"input_series"`
	AlertRuleTest []alertTest `yaml:"alert_rule_test"`
}

type alertTest struct {
	EvalTime  model.Duration `yaml:"eval_time"`
	Alertname string         `yaml:"alertname"`
	ExpAlerts []alert        `yaml:"exp_alerts"`
}

func runTestFile(path string) []error {
	file, err := os.Open(path)
	if err != nil {
		return []error{err}
	}
	defer file.Close()
	var tests testFile
	decoder := yaml.NewDecoder(file)
	decoder.KnownFields(true)
	if err := decoder.Decode(&tests); err != nil {
		return []error{err}
	}
	var groups []rulefmt.RuleGroup
	for _, name := range tests.RuleFiles {
		rules, problems := readRules(filepath.Join(filepath.Dir(path), name))
		if len(problems) > 0 {
			return problems
		}
		groups = append(groups, rules.Groups...)
	}
	var problems []error
	for _, each := range tests.Tests {
		if err := each.run(groups, time.Duration(tests.EvaluationInterval)); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", each.Name, err))
		}
	}
	return problems
}

func (c *testCase) run(groups []rulefmt.RuleGroup, interval time.Duration) error {
	if len(c.AlertRuleTest) == 0 {
		return fmt.Errorf("the test expects nothing")
	}
	data := &store{series: map[uint64]*series{}}
	for _, input := range c.InputSeries {
		lset, values, err := parser.NewParser(parser.Options{}).ParseSeriesDesc(input.Series + " " + input.Values)
		if err != nil {
			return err
		}
		for index, each := range values {
			if !each.Omitted {
				data.append(lset, int64(index)*time.Duration(c.Interval).Milliseconds(), each.Value)
			}
		}
	}
	evaluation := evaluation{
		store: data,
		engine: promql.NewEngine(promql.EngineOpts{
			MaxSamples: 1_000_000, Timeout: time.Minute, LookbackDelta: 5 * time.Minute,
			Parser: parser.NewParser(parser.Options{}),
		}),
		groups:   groups,
		recorded: map[*rulefmt.Rule]map[uint64]labels.Labels{},
		active:   map[*rulefmt.Rule]map[uint64]int64{},
	}
	last := slices.MaxFunc(c.AlertRuleTest, func(a, b alertTest) int { return int(a.EvalTime - b.EvalTime) })
	checked := 0
	for at := time.Duration(0); at <= time.Duration(last.EvalTime); at += interval {
		firing, err := evaluation.at(at.Milliseconds())
		if err != nil {
			return err
		}
		for _, test := range c.AlertRuleTest {
			if time.Duration(test.EvalTime) != at {
				continue
			}
			checked++
			if err := test.compare(firing); err != nil {
				return err
			}
		}
	}
	if checked != len(c.AlertRuleTest) {
		return fmt.Errorf("eval_time must be a multiple of evaluation_interval")
	}
	return nil
}

func (t alertTest) compare(firing map[string][]alert) error {
	alerts, ok := firing[t.Alertname]
	if !ok {
		return fmt.Errorf("there is no alert %s", t.Alertname)
	}
	left := slices.Clone(alerts)
	for _, expected := range t.ExpAlerts {
		index := slices.IndexFunc(left, func(each alert) bool { return reflect.DeepEqual(each, expected) })
		if index < 0 {
			return fmt.Errorf("%s at %s: expected %v, got %v", t.Alertname, t.EvalTime, t.ExpAlerts, alerts)
		}
		left = slices.Delete(left, index, index+1)
	}
	if len(left) > 0 {
		return fmt.Errorf("%s at %s: expected %v, got %v", t.Alertname, t.EvalTime, t.ExpAlerts, alerts)
	}
	return nil
}
