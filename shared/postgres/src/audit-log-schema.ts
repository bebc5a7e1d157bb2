import { MIN_AUDIT_RETENTION_DAYS } from '@loci/core';

/** Number of months after the current month for which partitions exist. */
const MONTHS_AHEAD = 3;

/**
 * SQL that creates the function `loci_create_audit_log`. Migrations call it once per schema with audit entries.
 *
 * The role of the service can insert and read entries, but cannot change or delete them. It has no privileges on the
 * partitions. It can drop partitions only with the created function, which keeps the entries of the last
 * {@link MIN_AUDIT_RETENTION_DAYS} days.
 *
 * @see docs/decisions/0014-write-audit-entries-with-the-change.md
 */
export const CREATE_AUDIT_LOG_FUNCTION = `
CREATE OR REPLACE FUNCTION public.loci_create_audit_log() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  schema_name text := current_schema();
  role_name text := 'loci_' || current_schema();
BEGIN
  CREATE TABLE audit_log (
    tenant_id uuid NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    user_id text NOT NULL,
    client_id text NOT NULL,
    key_id uuid,
    via text NOT NULL,
    request_id text NOT NULL,
    operation text NOT NULL,
    action text NOT NULL,
    object_type text NOT NULL,
    object_ids text[] NOT NULL,
    PRIMARY KEY (tenant_id, at, id)
  ) PARTITION BY RANGE (at);
  -- Receives the entries of months without a partition, so that a write never fails because of a missing partition.
  CREATE TABLE audit_log_default PARTITION OF audit_log DEFAULT;
  PERFORM public.loci_isolate('audit_log');
  PERFORM public.loci_isolate('audit_log_default');
  EXECUTE format('REVOKE ALL ON audit_log, audit_log_default FROM PUBLIC, %I', role_name);
  EXECUTE format('GRANT SELECT, INSERT ON audit_log TO %I', role_name);

  -- Creates the partitions of the current and the next months, and of the months of entries in the default partition, which
  -- it moves. Returns the number of moved entries. Requires a transaction that sees the rows of all tenants.
  EXECUTE format($create$
    CREATE FUNCTION prepare_audit_partitions() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = %1$I, pg_temp SET lock_timeout = '2s' AS $function$
    DECLARE
      this_month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
      months timestamp[];
      month timestamp;
      name text;
      starts_at text;
      ends_at text;
      moved bigint;
      total bigint := 0;
    BEGIN
      -- The months are read before the loop, because PostgreSQL rejects the change of a table that a loop still reads.
      SELECT array_agg(m ORDER BY m) INTO months FROM (
        SELECT generate_series(this_month, this_month + interval '${MONTHS_AHEAD} months', interval '1 month') AS m
        UNION SELECT date_trunc('month', at AT TIME ZONE 'UTC') FROM audit_log_default
      ) needed;
      FOREACH month IN ARRAY months LOOP
        name := 'audit_log_' || to_char(month, 'YYYY_MM');
        CONTINUE WHEN to_regclass(name) IS NOT NULL;
        starts_at := to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00';
        ends_at := to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00';
        EXECUTE format('CREATE TABLE %%I (LIKE audit_log INCLUDING ALL)', name);
        PERFORM public.loci_isolate(to_regclass(name));
        EXECUTE format('REVOKE ALL ON %%I FROM PUBLIC, %%I', name, '%2$s');
        LOCK TABLE audit_log_default IN ACCESS EXCLUSIVE MODE;
        EXECUTE format(
          'WITH taken AS (DELETE FROM audit_log_default WHERE at >= %%L AND at < %%L RETURNING *) '
          || 'INSERT INTO %%I SELECT * FROM taken', starts_at, ends_at, name);
        GET DIAGNOSTICS moved = ROW_COUNT;
        total := total + moved;
        EXECUTE format(
          'ALTER TABLE audit_log ATTACH PARTITION %%I FOR VALUES FROM (%%L) TO (%%L)', name, starts_at, ends_at);
      END LOOP;
      RETURN total;
    END $function$
    $create$, schema_name, role_name);

  -- Drops the partitions whose entries are all older than the given time. Returns their names.
  EXECUTE format($create$
    CREATE FUNCTION drop_audit_partitions(before timestamptz) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = %1$I, pg_temp SET lock_timeout = '2s' AS $function$
    DECLARE
      name text;
    BEGIN
      IF before > now() - interval '${MIN_AUDIT_RETENTION_DAYS} days' THEN
        RAISE EXCEPTION 'Audit entries of the last ${MIN_AUDIT_RETENTION_DAYS} days cannot be deleted.'
          USING ERRCODE = 'insufficient_privilege';
      END IF;
      FOR name IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'audit_log'::regclass AND c.relname ~ '^audit_log_[0-9]{4}_[0-9]{2}$'
          AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= before
        ORDER BY 1
      LOOP
        EXECUTE format('DROP TABLE %%I', name);
        RETURN NEXT name;
      END LOOP;
    END $function$
    $create$, schema_name);

  REVOKE ALL ON FUNCTION prepare_audit_partitions(), drop_audit_partitions(timestamptz) FROM PUBLIC;
  EXECUTE format(
    'GRANT EXECUTE ON FUNCTION prepare_audit_partitions(), drop_audit_partitions(timestamptz) TO %I', role_name);
  PERFORM prepare_audit_partitions();
END $$;`;
