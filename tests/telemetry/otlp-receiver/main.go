// Command otlp-receiver receives exports over OTLP/HTTP and decodes them with the packages of the OpenTelemetry Collector.
// It prints the URL and the units of the semantic conventions as JSON, then one line of OTLP/JSON for each export, and exits
// when its standard input ends.
package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"

	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

// request is an export request of one signal.
type request interface {
	UnmarshalProto([]byte) error
	UnmarshalJSON([]byte) error
	MarshalJSON() ([]byte, error)
}

// response is the response to an export request.
type response interface {
	MarshalProto() ([]byte, error)
	MarshalJSON() ([]byte, error)
}

var (
	output = bufio.NewWriter(os.Stdout)
	mutex  sync.Mutex
)

func printLine(line []byte) {
	mutex.Lock()
	defer mutex.Unlock()
	output.Write(line)
	output.WriteByte('\n')
	output.Flush()
}

func readBody(r *http.Request) ([]byte, error) {
	if r.Header.Get("Content-Encoding") != "gzip" {
		return io.ReadAll(r.Body)
	}
	reader, err := gzip.NewReader(r.Body)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(reader)
}

// receive returns a handler that rejects an export that does not have the format of its content type.
func receive(newRequest func() request, answer response) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := readBody(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		contentType := r.Header.Get("Content-Type")
		decoded := newRequest()
		encode := answer.MarshalProto
		switch contentType {
		case "application/x-protobuf":
			err = decoded.UnmarshalProto(body)
		case "application/json":
			err = decoded.UnmarshalJSON(body)
			encode = answer.MarshalJSON
		default:
			err = fmt.Errorf("unsupported content type %q", contentType)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		line, err := decoded.MarshalJSON()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		printLine(line)
		encoded, _ := encode()
		w.Header().Set("Content-Type", contentType)
		w.Write(encoded)
	}
}

type traces struct{ ptraceotlp.ExportRequest }
type metrics struct{ pmetricotlp.ExportRequest }

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	newTraces := func() request { return &traces{ptraceotlp.NewExportRequest()} }
	newMetrics := func() request { return &metrics{pmetricotlp.NewExportRequest()} }
	http.HandleFunc("POST /v1/traces", receive(newTraces, ptraceotlp.NewExportResponse()))
	http.HandleFunc("POST /v1/metrics", receive(newMetrics, pmetricotlp.NewExportResponse()))
	started, _ := json.Marshal(map[string]any{
		"url":   fmt.Sprintf("http://%s", listener.Addr()),
		"units": conventionalUnits(),
	})
	printLine(started)
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	http.Serve(listener, nil)
}
