{{/* Fails with one line per missing or contradictory value. values.schema.json checks the types. */}}
{{- define "loci.validate" -}}
{{- $values := .Values -}}
{{- $problems := list -}}
{{- if not $values.image.repository -}}
{{- $problems = append $problems "image.repository is required: the repository of the image that you built with infra/docker/Dockerfile." -}}
{{- end -}}
{{- range $name := list "PUBLIC_URL" "AUTH_URL" "PORTAL_URL" -}}
{{- if not (get $values.publicUrls $name) -}}
{{- $problems = append $problems (printf "publicUrls.%s is required: the address that clients use, such as https://loci.example.com." $name) -}}
{{- end -}}
{{- end -}}
{{- range $name := list "platform" "database" -}}
{{- if not (get $values $name).existingSecret -}}
{{- $problems = append $problems (printf "%s.existingSecret is required: the name of a Secret that you create before the installation." $name) -}}
{{- end -}}
{{- end -}}
{{- range $store, $variable := dict "kafka" "KAFKA_BROKERS" "elasticsearch" "ELASTICSEARCH_URL" "qdrant" "QDRANT_URL" "neo4j" "NEO4J_URI" "s3" "S3_BUCKET" -}}
{{- if not (get (get $values $store).config $variable) -}}
{{- $problems = append $problems (printf "%s.config.%s is required." $store $variable) -}}
{{- end -}}
{{- end -}}
{{- range $store, $pair := dict "kafka" (list "KAFKA_USERNAME" "KAFKA_PASSWORD") "elasticsearch" (list "ELASTICSEARCH_USERNAME" "ELASTICSEARCH_PASSWORD") -}}
{{- $ofStore := get $values $store -}}
{{- if and (get $ofStore.config (first $pair)) (not $ofStore.existingSecret) (not (hasKey $ofStore.secretKeys (last $pair))) -}}
{{- $problems = append $problems (printf "%s.config.%s needs a password: set %s.existingSecret or %s.secretKeys.%s." $store (first $pair) $store $store (last $pair)) -}}
{{- end -}}
{{- end -}}
{{- if not (or $values.neo4j.existingSecret (hasKey $values.neo4j.secretKeys "NEO4J_PASSWORD")) -}}
{{- $problems = append $problems "neo4j.existingSecret or neo4j.secretKeys.NEO4J_PASSWORD is required." -}}
{{- end -}}
{{- if $values.networkPolicy.enabled -}}
{{- $stores := ternary (list "postgres" "kafka" "elasticsearch" "qdrant" "neo4j" "s3") (list "postgres" "kafka" "s3") (eq $values.networkPolicy.egress.scope "all") -}}
{{- range $stores -}}
{{- if not (get $values.networkPolicy.egress .) -}}
{{- $problems = append $problems (printf "networkPolicy.egress.%s is required: the rules that allow connections to this store. Without them, the pods cannot connect to it. To turn off network policies, set networkPolicy.enabled to false." .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with $values.telemetry -}}
{{- if .enabled -}}
{{- if not .config.OTEL_EXPORTER_OTLP_ENDPOINT -}}
{{- $problems = append $problems "telemetry.config.OTEL_EXPORTER_OTLP_ENDPOINT is required if telemetry.enabled is true: the base URL of a collector, such as http://collector.observability:4318." -}}
{{- end -}}
{{- if and $values.networkPolicy.enabled (not .egress) -}}
{{- $problems = append $problems "telemetry.egress is required if telemetry.enabled is true: the rules that allow connections to the collector." -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with $values.backup -}}
{{- if .enabled -}}
{{- if not .config.BACKUP_S3_BUCKET -}}
{{- $problems = append $problems "backup.config.BACKUP_S3_BUCKET is required if backup.enabled is true: the bucket of the backups." -}}
{{- end -}}
{{- if and .database (not .existingSecret) -}}
{{- $problems = append $problems "backup.existingSecret is required if backup.database is true: the name of a Secret with BACKUP_DATABASE_URL." -}}
{{- end -}}
{{- if and $values.networkPolicy.enabled (eq $values.networkPolicy.egress.scope "all") (not .egress) -}}
{{- $problems = append $problems "backup.egress is required if backup.enabled is true: the rules that allow connections to the bucket of the backups." -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $values.httpRoute.enabled (not $values.httpRoute.parentRefs) -}}
{{- $problems = append $problems "httpRoute.parentRefs is required if httpRoute.enabled is true: the Gateways that serve the public URLs." -}}
{{- end -}}
{{- if gt (len (include "loci.fullname" .)) 40 -}}
{{- $problems = append $problems "The name of the release or fullnameOverride has more than 40 characters." -}}
{{- end -}}
{{- include "loci.scaling-problems" . | fromJsonArray | concat $problems | include "loci.fail" -}}
{{- end }}

{{- define "loci.fail" -}}
{{- if . -}}
{{- printf "\n\nThe values are not valid:\n- %s\n" (join "\n- " .) | fail -}}
{{- end -}}
{{- end }}
