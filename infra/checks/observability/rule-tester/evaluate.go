package main

import (
	"context"
	"math"
	"net/url"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/template"
)

// alert is an alert that fires.
type alert struct {
	Labels      map[string]string `yaml:"exp_labels"`
	Annotations map[string]string `yaml:"exp_annotations"`
}

// evaluation evaluates rules at increasing times, as Prometheus does.
type evaluation struct {
	store  *store
	engine *promql.Engine
	groups []rulefmt.RuleGroup
	// Results of each recording rule in the previous evaluation, by the hash of their labels.
	recorded map[*rulefmt.Rule]map[uint64]labels.Labels
	// Time since which each alert is active, in milliseconds, by the hash of its labels.
	active map[*rulefmt.Rule]map[uint64]int64
}

// at evaluates all rules. It returns the firing alerts by the name of the rule.
func (e *evaluation) at(t int64) (map[string][]alert, error) {
	firing := map[string][]alert{}
	for _, group := range e.groups {
		for index := range group.Rules {
			rule := &group.Rules[index]
			vector, err := e.query(rule.Expr, t)
			if err != nil {
				return nil, err
			}
			if rule.Record != "" {
				e.record(rule, vector, t)
				continue
			}
			alerts, err := e.alerts(rule, vector, t)
			if err != nil {
				return nil, err
			}
			firing[rule.Alert] = alerts
		}
	}
	return firing, nil
}

func (e *evaluation) query(expr string, t int64) (promql.Vector, error) {
	query, err := e.engine.NewInstantQuery(context.Background(), e.store, nil, expr, time.UnixMilli(t))
	if err != nil {
		return nil, err
	}
	defer query.Close()
	result := query.Exec(context.Background())
	vector, err := result.Vector()
	// The values are valid only until the query is closed.
	return append(promql.Vector{}, vector...), err
}

func (e *evaluation) record(rule *rulefmt.Rule, vector promql.Vector, t int64) {
	current := map[uint64]labels.Labels{}
	for _, each := range vector {
		builder := labels.NewBuilder(each.Metric)
		builder.Set(labels.MetricName, rule.Record)
		for name, text := range rule.Labels {
			builder.Set(name, text)
		}
		lset := builder.Labels()
		current[lset.Hash()] = lset
		e.store.append(lset, t, each.F)
	}
	for hash, lset := range e.recorded[rule] {
		if _, ok := current[hash]; !ok {
			e.store.append(lset, t, math.Float64frombits(value.StaleNaN))
		}
	}
	e.recorded[rule] = current
}

func (e *evaluation) alerts(rule *rulefmt.Rule, vector promql.Vector, t int64) ([]alert, error) {
	since := map[uint64]int64{}
	firing := []alert{}
	for _, each := range vector {
		lset := labels.NewBuilder(each.Metric).Del(labels.MetricName).Labels()
		start, ok := e.active[rule][lset.Hash()]
		if !ok {
			start = t
		}
		since[lset.Hash()] = start
		if time.Duration(t-start)*time.Millisecond < time.Duration(rule.For) {
			continue
		}
		expanded := alert{Labels: lset.Map(), Annotations: map[string]string{}}
		for name, text := range rule.Labels {
			expanded.Labels[name] = text
		}
		for name, text := range rule.Annotations {
			result, err := expand(text, each, t)
			if err != nil {
				return nil, err
			}
			expanded.Annotations[name] = result
		}
		firing = append(firing, expanded)
	}
	e.active[rule] = since
	return firing, nil
}

func expand(text string, from promql.Sample, t int64) (string, error) {
	data := template.AlertTemplateData(from.Metric.Map(), nil, "", from)
	definitions := "{{$labels := .Labels}}{{$value := .Value}}"
	return template.NewTemplateExpander(
		context.Background(), definitions+text, "annotation", data, model.Time(t), nil, &url.URL{}, nil,
	).Expand()
}
