{{/*
Environment of a container, ordered by name. A later source replaces a variable of an earlier one.
Arguments: root, service (of platform.yaml), role (api or workers), settings (of the values).
*/}}
{{- define "loci.environment" -}}
{{- $root := .root -}}
{{- $env := dict "LOG_LEVEL" (dict "name" "LOG_LEVEL" "value" $root.Values.logLevel) -}}
{{- $_ := set $env "SHUTDOWN_DELAY_SECONDS" (dict "name" "SHUTDOWN_DELAY_SECONDS" "value" "3") -}}
{{- with .service.roles -}}
{{- $_ := set $env "ROLES" (dict "name" "ROLES" "value" (get . $.role)) -}}
{{- end -}}
{{- range .service.env -}}
{{- if hasKey . "value" -}}
{{- $value := regexReplaceAll "http://([a-z-]+):" .value (printf "http://%s-${1}:" (include "loci.fullname" $root)) -}}
{{- $_ := set $env .name (dict "name" .name "value" $value) -}}
{{- else -}}
{{- $source := get $root.Values .valueFrom.secretKeyRef.name -}}
{{- $key := .valueFrom.secretKeyRef.key -}}
{{- $inSecret := merge (dict "name" $source.existingSecret) .valueFrom.secretKeyRef -}}
{{- $reference := default $inSecret (get $source.secretKeys $key) -}}
{{- $_ := set $env .name (dict "name" .name "valueFrom" (dict "secretKeyRef" $reference)) -}}
{{- end -}}
{{- end -}}
{{- range .service.stores -}}
{{- include "loci.add-secret-keys" (dict "env" $env "secretKeys" (get $root.Values .).secretKeys) -}}
{{- end -}}
{{- with $root.Values.telemetry -}}
{{- if .enabled -}}
{{- include "loci.add-telemetry" (dict "env" $env "attributes" .resourceAttributes) -}}
{{- include "loci.add-secret-keys" (dict "env" $env "secretKeys" .secretKeys) -}}
{{- end -}}
{{- end -}}
{{- if $root.Values.caCertificates.configMap -}}
{{- $_ := set $env "NODE_EXTRA_CA_CERTS" (dict "name" "NODE_EXTRA_CA_CERTS" "value" "/etc/loci/ca/ca.crt") -}}
{{- end -}}
{{- range $name, $value := .settings.env -}}
{{- $_ := set $env $name (dict "name" $name "value" (include "loci.string" $value)) -}}
{{- end -}}
{{- include "loci.add-secret-keys" (dict "env" $env "secretKeys" .settings.secretKeys) -}}
{{- include "loci.sorted-environment" $env -}}
{{- end }}

{{/* Entries of an environment, ordered by name. The argument maps names to entries. */}}
{{- define "loci.sorted-environment" -}}
{{- range $name, $entry := . }}
{{ list $entry | toYaml }}
{{- end -}}
{{- end }}

{{/* Adds a variable for each entry of secretKeys. Arguments: env (changed), secretKeys. */}}
{{- define "loci.add-secret-keys" -}}
{{- range $name, $reference := .secretKeys -}}
{{- $_ := set $.env $name (dict "name" $name "valueFrom" (dict "secretKeyRef" $reference)) -}}
{{- end -}}
{{- end }}

{{/*
Adds the attributes of a process in traces and metrics. Kubernetes replaces $(NAME) only if NAME is an earlier entry, so these
names must sort before OTEL_RESOURCE_ATTRIBUTES. Arguments: env (changed), attributes.
*/}}
{{- define "loci.add-telemetry" -}}
{{- $attributes := list -}}
{{- range $name, $field := dict "K8S_NAMESPACE_NAME" "metadata.namespace" "K8S_NODE_NAME" "spec.nodeName" "K8S_POD_NAME" "metadata.name" -}}
{{- $_ := set $.env $name (dict "name" $name "valueFrom" (dict "fieldRef" (dict "fieldPath" $field))) -}}
{{- $attributes = append $attributes (printf "%s=$(%s)" ($name | lower | replace "_" ".") $name) -}}
{{- end -}}
{{- range $name, $value := .attributes -}}
{{- $attributes = append $attributes (printf "%s=%s" $name $value) -}}
{{- end -}}
{{- $_ := set .env "OTEL_RESOURCE_ATTRIBUTES" (dict "name" "OTEL_RESOURCE_ATTRIBUTES" "value" (join "," $attributes)) -}}
{{- end }}

{{/* Sources of all variables of a store. Arguments: root, service. */}}
{{- define "loci.environment-sources" -}}
{{- if .service.readsPublicUrls }}
- configMapRef:
    name: {{ include "loci.fullname" .root }}-public-urls
{{- end }}
{{- if and .root.Values.operatorView.enabled (eq .service.name "portal") }}
- configMapRef:
    name: {{ include "loci.fullname" .root }}-operator-view
{{- end }}
{{- range .service.stores }}
- configMapRef:
    name: {{ include "loci.fullname" $.root }}-{{ . }}
{{- with (get $.root.Values .).existingSecret }}
- secretRef:
    name: {{ . }}
{{- end }}
{{- end }}
{{- with .root.Values.telemetry }}
{{- if .enabled }}
- configMapRef:
    name: {{ include "loci.fullname" $.root }}-telemetry
{{- with .existingSecret }}
- secretRef:
    name: {{ . }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Hash of the ConfigMaps of a service, so that a changed setting restarts its pods. Arguments: root, service. */}}
{{- define "loci.config-checksum" -}}
{{- $read := dict -}}
{{- if .service.readsPublicUrls -}}
{{- $_ := set $read "public-urls" .root.Values.publicUrls -}}
{{- end -}}
{{- range .service.stores -}}
{{- $_ := set $read . (get $.root.Values .).config -}}
{{- end -}}
{{- if .root.Values.telemetry.enabled -}}
{{- $_ := set $read "telemetry" .root.Values.telemetry.config -}}
{{- end -}}
{{- $read | toJson | sha256sum -}}
{{- end }}

{{/* A scalar as a string. Helm reads numbers as floats, whose default format has an exponent. */}}
{{- define "loci.string" -}}
{{- if kindIs "string" . }}{{ . }}{{ else }}{{ toJson . }}{{ end -}}
{{- end }}
