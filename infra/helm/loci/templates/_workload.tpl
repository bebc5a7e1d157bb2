{{/*
Deployment of the API or the workers of a service. Arguments: root, platform, service, role (api or workers).
*/}}
{{- define "loci.deployment" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
{{- $name := .service.name -}}
{{- $ofService := get $values.services $name -}}
{{- $isApi := eq .role "api" -}}
{{- $ofRole := ternary $ofService (default dict $ofService.workers) $isApi -}}
{{- $labels := dict "root" $root "name" $name "component" .role -}}
{{- $container := .platform.container -}}
{{- $resources := default $container.resources $ofRole.resources -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "loci.fullname" $root }}-{{ $name }}{{ ternary "" "-workers" $isApi }}
  labels:
    {{- include "loci.labels" $labels | nindent 4 }}
spec:
  {{- if not (or (and $isApi $values.autoscaling.enabled) (and (not $isApi) (include "loci.scales-on-lag" $root))) }}
  replicas: {{ kindIs "invalid" $ofRole.replicas | ternary 1 $ofRole.replicas }}
  {{- end }}
  revisionHistoryLimit: {{ .platform.revisionHistoryLimit }}
  selector:
    matchLabels:
      {{- include "loci.selector" $labels | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "loci.selector" $labels | nindent 8 }}
      annotations:
        checksum/config: {{ include "loci.config-checksum" . }}
        {{- with merge (dict) (default dict $ofService.podAnnotations) $values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "loci.fullname" $root }}-{{ $name }}
      {{- include "loci.pod" (dict "root" $root "pod" .platform.pod "settings" $ofService) | nindent 6 }}
      {{- with $values.topologySpread }}
      topologySpreadConstraints:
        {{- range . }}
        - topologyKey: {{ .topologyKey }}
          maxSkew: {{ .maxSkew }}
          whenUnsatisfiable: {{ .whenUnsatisfiable }}
          matchLabelKeys: [pod-template-hash]
          labelSelector:
            matchLabels:
              app.kubernetes.io/part-of: loci
              app.kubernetes.io/instance: {{ $root.Release.Name }}
        {{- end }}
      {{- end }}
      containers:
        - name: service
          image: {{ include "loci.image" $root }}
          imagePullPolicy: {{ $values.image.pullPolicy }}
          command:
            {{- toYaml .service.command | nindent 12 }}
          {{- with include "loci.environment-sources" . }}
          envFrom:
            {{- . | nindent 12 }}
          {{- end }}
          env:
            {{- include "loci.environment" (dict "root" $root "service" .service "role" .role "settings" $ofService) | trim | nindent 12 }}
          resources:
            {{- toYaml $resources | nindent 12 }}
          {{- toYaml (omit $container "resources" "volumeMounts") | nindent 10 }}
          volumeMounts:
            {{- toYaml (concat $container.volumeMounts (default list .service.volumeMounts)) | nindent 12 }}
            {{- include "loci.ca-mount" $root | nindent 12 }}
      volumes:
        {{- toYaml (concat .platform.volumes (default list .service.volumes)) | nindent 8 }}
        {{- include "loci.ca-volume" $root | nindent 8 }}
{{- end }}

{{/* Fields of a pod that come from k8s/base and from the values. Arguments: root, pod, settings. */}}
{{- define "loci.pod" -}}
{{- $values := .root.Values -}}
{{- toYaml (omit .pod "securityContext" "containers" "volumes") }}
securityContext:
  {{- $ids := dict "runAsUser" $values.runAs.user "runAsGroup" $values.runAs.group "fsGroup" $values.runAs.group }}
  {{- range $field, $value := .pod.securityContext }}
  {{- $chosen := ternary (get $ids $field) $value (hasKey $ids $field) }}
  {{- if not (kindIs "invalid" $chosen) }}
  {{ $field }}: {{ $chosen | toJson }}
  {{- end }}
  {{- end }}
{{- with $values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- range $field := list "nodeSelector" "tolerations" "affinity" }}
{{- with default (get $values $field) (get $.settings $field) }}
{{ $field }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{- define "loci.ca-mount" -}}
{{- if .Values.caCertificates.configMap }}
- name: ca
  mountPath: /etc/loci/ca
  readOnly: true
{{- end }}
{{- end }}

{{- define "loci.ca-volume" -}}
{{- with .Values.caCertificates }}
{{- if .configMap }}
- name: ca
  configMap:
    name: {{ .configMap }}
    items:
      - key: {{ .key }}
        path: ca.crt
{{- end }}
{{- end }}
{{- end }}
