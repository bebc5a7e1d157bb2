/**
 * SQL that creates the function `loci_create_erasure`. Migrations call it once per schema, after the audit log if the
 * schema has one.
 *
 * The role of a service cannot change audit entries. The created function replaces the ID of one user by a pseudonym and
 * changes nothing else.
 *
 * @see docs/decisions/0019-erase-users-in-verified-passes.md
 */
export const CREATE_ERASURE_FUNCTION = `
CREATE OR REPLACE FUNCTION public.loci_create_erasure() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  schema_name text := current_schema();
  role_name text := 'loci_' || current_schema();
BEGIN
  -- IDs of the objects that a running erasure deletes. They remain until the erasure is completed, so that each store can be
  -- searched for them after the objects themselves were deleted.
  CREATE TABLE erased_objects (
    tenant_id uuid NOT NULL,
    erasure_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL CHECK (kind ~ '^[a-z]{1,20}$'),
    PRIMARY KEY (tenant_id, erasure_id, id)
  );
  PERFORM public.loci_isolate('erased_objects');
  IF to_regclass('audit_log') IS NULL THEN
    RETURN;
  END IF;

  -- Replaces a user in the entries up to a time. Returns the number of changed entries.
  EXECUTE format($create$
    CREATE FUNCTION pseudonymize_audit(of_tenant uuid, of_user text, until timestamptz, pseudonym text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = %1$I, pg_temp AS $function$
    DECLARE
      changed bigint;
    BEGIN
      IF pseudonym IS NULL OR pseudonym !~ '^erased:[0-9a-f]{16}$' THEN
        RAISE EXCEPTION 'A pseudonym has the form erased:<16 hexadecimal digits>.' USING ERRCODE = 'invalid_parameter_value';
      END IF;
      -- The API key belongs to the user, so its ID would identify the user.
      UPDATE audit_log SET
        key_id = CASE WHEN user_id = of_user THEN NULL ELSE key_id END,
        user_id = CASE WHEN user_id = of_user THEN pseudonym ELSE user_id END,
        object_ids = array_replace(object_ids, of_user, pseudonym)
      WHERE tenant_id = of_tenant AND at <= until AND (user_id = of_user OR of_user = ANY(object_ids));
      GET DIAGNOSTICS changed = ROW_COUNT;
      RETURN changed;
    END $function$
    $create$, schema_name);
  REVOKE ALL ON FUNCTION pseudonymize_audit(uuid, text, timestamptz, text) FROM PUBLIC;
  EXECUTE format(
    'GRANT EXECUTE ON FUNCTION pseudonymize_audit(uuid, text, timestamptz, text) TO %I', role_name);
END $$;`;
