#!/bin/sh
# Step 3 of a restore: writes the keys of the objects that the restored database DATABASE_ADMIN_URL names to the folder BACKUP_DIR.
# Needs psql.
set -eu
folder=${BACKUP_DIR:?}
# Row-level security hides the rows from a role without this setting.
export PGOPTIONS="${PGOPTIONS:-} -c loci.tenant_id=*"
psql --dbname="${DATABASE_ADMIN_URL:?}" --no-psqlrc --set=ON_ERROR_STOP=1 --quiet --tuples-only --no-align \
  --output="$folder/object-keys" --command='
    SELECT object_key FROM document.documents WHERE visible_until IS NULL
    UNION ALL SELECT object_key FROM artifact.entries WHERE object_key IS NOT NULL'
echo "The database names $(wc -l <"$folder/object-keys") objects."
