#!/bin/sh
# Step 2 of a restore: restores the dump in BACKUP_DIR into the database DATABASE_ADMIN_URL. `npm run db:migrate` must have created
# the roles, and no process of Loci may run. Needs psql and pg_restore of the version of pg_dump that made the backup.
set -eu
folder=${BACKUP_DIR:?}
# Row-level security hides the rows from a role without this setting.
export PGOPTIONS="${PGOPTIONS:-} -c loci.tenant_id=* -c client_min_messages=warning"
query() { psql --dbname="${DATABASE_ADMIN_URL:?}" --no-psqlrc --set=ON_ERROR_STOP=1 --quiet --tuples-only --no-align --command="$1"; }

if [ "$(query "SELECT to_regclass('auth.tenants') IS NOT NULL")" = t ] &&
  [ "$(query 'SELECT EXISTS (SELECT FROM auth.tenants)')" = t ]; then
  echo 'The database contains tenants. Restore into a new database.' >&2
  exit 1
fi
if [ "$(query "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'loci\\_%'")" != 0 ]; then
  echo 'Processes of Loci are connected to the database. Stop them before the restore.' >&2
  exit 1
fi
# Drops the empty schemas of the services and the functions of their migrations, which the dump contains.
query "DO \$\$ DECLARE each text; BEGIN
  FOR each IN SELECT format('SCHEMA %I', schemaname) FROM pg_tables WHERE tablename = 'migrations' UNION ALL
    SELECT format('FUNCTION %s', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'loci\\_%'
  LOOP EXECUTE 'DROP ' || each || ' CASCADE'; END LOOP;
END \$\$"
pg_restore --dbname="$DATABASE_ADMIN_URL" --no-owner --single-transaction "$folder/database.dump"
echo 'Restored the database.'
