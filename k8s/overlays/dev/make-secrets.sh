#!/usr/bin/env bash
# Generates the secrets of the dev overlay. Keeps existing secrets, because the stores were initialized with
# them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
[ -d secrets ] && exit 0
umask 077
made=$(mktemp -d ./secrets.XXXXXX)
random() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }

for name in INTERNAL_SECRET ADMIN_TOKEN API_KEY_PEPPER SIGNING_KEY_SECRET COOKIE_KEYS WEBHOOK_ENCRYPTION_KEY; do
  echo "$name=$(random)"
done >"$made/platform.env"

postgres_password=$(random)
echo "POSTGRES_PASSWORD=$postgres_password" >"$made/postgres.env"
{
  echo "DATABASE_ADMIN_URL=postgres://postgres:$postgres_password@postgres:5432/loci"
  for service in auth memory graph search document artifact analysis webhook portal gateway; do
    echo "${service^^}_DATABASE_URL=postgres://loci_$service:$(random)@postgres:5432/loci"
  done
} >"$made/database.env"

echo "ELASTICSEARCH_PASSWORD=$(random)" >"$made/elasticsearch.env"
echo "QDRANT_API_KEY=$(random)" >"$made/qdrant.env"
echo "NEO4J_PASSWORD=$(random)" >"$made/neo4j.env"
printf 'S3_ACCESS_KEY_ID=loci\nS3_SECRET_ACCESS_KEY=%s\n' "$(random)" >"$made/s3.env"
mv "$made" secrets
