#!/bin/sh
# Step 1 of a backup: dumps the database BACKUP_DATABASE_URL to the folder BACKUP_DIR, and reads the dump again. Needs pg_dump of
# the major version of the server. The role must bypass row-level security, otherwise pg_dump fails.
set -eu
folder=${BACKUP_DIR:?}
# Objects that are deleted after this time belong to the backup.
date -u +%Y-%m-%dT%H-%M-%SZ >"$folder/name"
pg_dump --dbname="${BACKUP_DATABASE_URL:?}" --format=custom --no-owner --file="$folder/database.dump"
pg_restore --file=/dev/null "$folder/database.dump"
echo "Dumped the database: $(wc -c <"$folder/database.dump") bytes."
