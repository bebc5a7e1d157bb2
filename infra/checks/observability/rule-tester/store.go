package main

import (
	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
)

// store contains the series of one test in memory. It implements storage.Queryable.
type store struct {
	series map[uint64]*series
}

type series struct {
	labels  labels.Labels
	samples []chunks.Sample
}

// append adds a sample, which must be newer than all samples of the series. t is in milliseconds.
func (s *store) append(lset labels.Labels, t int64, value float64) {
	entry, ok := s.series[lset.Hash()]
	if !ok {
		entry = &series{labels: lset}
		s.series[lset.Hash()] = entry
	}
	entry.samples = append(entry.samples, sample{t: t, value: value})
}

func (s *store) Querier(_, _ int64) (storage.Querier, error) {
	return &storage.MockQuerier{
		SelectMockFunction: func(_ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
			set := &seriesSet{}
			for _, each := range s.series {
				if matches(each.labels, matchers) {
					set.list = append(set.list, storage.NewListSeries(each.labels, each.samples))
				}
			}
			return set
		},
	}, nil
}

func matches(lset labels.Labels, matchers []*labels.Matcher) bool {
	for _, matcher := range matchers {
		if !matcher.Matches(lset.Get(matcher.Name)) {
			return false
		}
	}
	return true
}

type seriesSet struct {
	list []storage.Series
	next int
}

func (s *seriesSet) Next() bool                        { s.next++; return s.next <= len(s.list) }
func (s *seriesSet) At() storage.Series                { return s.list[s.next-1] }
func (s *seriesSet) Err() error                        { return nil }
func (s *seriesSet) Warnings() annotations.Annotations { return nil }

type sample struct {
	t     int64
	value float64
}

func (s sample) T() int64                      { return s.t }
func (s sample) ST() int64                     { return 0 }
func (s sample) F() float64                    { return s.value }
func (s sample) H() *histogram.Histogram       { return nil }
func (s sample) FH() *histogram.FloatHistogram { return nil }
func (s sample) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (s sample) Copy() chunks.Sample           { return s }

var _ storage.Queryable = (*store)(nil)
