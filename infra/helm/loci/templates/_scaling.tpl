{{/* Not empty if KEDA scales the workers. */}}
{{- define "loci.scales-on-lag" -}}
{{- if .Values.workerScaling.enabled }}true{{ end -}}
{{- end }}

{{/* Number of partitions of each topic, which is the maximum number of processes that share the work of a group. */}}
{{- define "loci.partitions" -}}
{{- default 12 .Values.kafka.config.KAFKA_PARTITIONS -}}
{{- end }}

{{/* Invalid settings of the autoscaling, as a JSON array of messages. */}}
{{- define "loci.scaling-problems" -}}
{{- $problems := list -}}
{{- range $name, $service := .Values.services -}}
{{- with $service.autoscaling -}}
{{- if gt (int .minReplicas) (int .maxReplicas) -}}
{{- $problems = append $problems (printf "services.%s.autoscaling.minReplicas is greater than maxReplicas." $name) -}}
{{- end -}}
{{- end -}}
{{- if $.Values.workerScaling.enabled -}}
{{- with dig "workers" "scaling" dict $service -}}
{{- if gt (int .minReplicas) (int .maxReplicas) -}}
{{- $problems = append $problems (printf "services.%s.workers.scaling.minReplicas is greater than maxReplicas." $name) -}}
{{- end -}}
{{- if gt (int .maxReplicas) (int (include "loci.partitions" $)) -}}
{{- $problems = append $problems (printf "services.%s.workers.scaling.maxReplicas must be at most %s, the number of partitions (kafka.config.KAFKA_PARTITIONS), because more processes of a consumer group receive no events." $name (include "loci.partitions" $)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with .Values.workerScaling -}}
{{- if and .enabled (eq .source "prometheus") (not .prometheusUrl) -}}
{{- $problems = append $problems "workerScaling.prometheusUrl is required if workerScaling.source is prometheus." -}}
{{- end -}}
{{- end -}}
{{- $problems | toJson -}}
{{- end }}
