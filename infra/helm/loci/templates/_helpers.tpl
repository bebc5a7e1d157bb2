{{/* Prefix of the names of all objects. */}}
{{- define "loci.fullname" -}}
{{- default .Release.Name .Values.fullnameOverride -}}
{{- end }}

{{/* Common parts of the services, which are generated from k8s/base. */}}
{{- define "loci.platform" -}}
{{- .Files.Get "files/platform.yaml" -}}
{{- end }}

{{- define "loci.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{- include "loci.mirrored" (dict "root" $ "image" (printf "%s@%s" .repository .digest)) -}}
{{- else -}}
{{- include "loci.mirrored" (dict "root" $ "image" (printf "%s:%s" .repository (default $.Chart.AppVersion .tag))) -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Name of an image in the registry of global.imageRegistry. Arguments: root, image. */}}
{{- define "loci.mirrored" -}}
{{- with .root.Values.global.imageRegistry -}}{{ . }}/{{- end -}}{{ .image }}
{{- end }}

{{/* Labels that select the pods of a workload. Arguments: root, name, component. */}}
{{- define "loci.selector" -}}
app.kubernetes.io/part-of: loci
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* Labels that select all pods of a service. Arguments: root, name. */}}
{{- define "loci.service-selector" -}}
app.kubernetes.io/part-of: loci
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/name: {{ .name }}
{{- end }}

{{/* Labels of objects that belong to the release, but select no pods. */}}
{{- define "loci.release-labels" -}}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version | replace "+" "_" }}
{{- end }}

{{/* Labels of the objects of a workload. Arguments: root, name, component. */}}
{{- define "loci.labels" -}}
app.kubernetes.io/part-of: loci
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/component: {{ .component }}
{{ include "loci.release-labels" .root }}
{{- end }}

{{/* Adds the release to all label selectors of Loci pods in an object of k8s/base. Arguments: root, object. */}}
{{- define "loci.of-this-release" -}}
{{- $from := "\"matchLabels\":{\"app.kubernetes.io/" -}}
{{- $to := printf "\"matchLabels\":{\"app.kubernetes.io/instance\":\"%s\",\"app.kubernetes.io/" .root.Release.Name -}}
{{- .object | toJson | replace $from $to | fromJson | toYaml -}}
{{- end }}

{{/* Host of a public URL without its port. */}}
{{- define "loci.host" -}}
{{- regexReplaceAll ":[0-9]+$" (get (urlParse .) "host") "" -}}
{{- end }}
