/**
 * SQL that creates the function `loci_create_uploads`. Migrations call it once per schema of a service with resumable uploads.
 *
 * @see docs/decisions/0042-resumable-uploads.md
 */
export const CREATE_UPLOADS_FUNCTION = `
CREATE OR REPLACE FUNCTION public.loci_create_uploads() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE TABLE resumable_uploads (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id text NOT NULL CHECK (user_id <> ''),
    size_bytes int NOT NULL CHECK (size_bytes >= 0),
    received_bytes int NOT NULL DEFAULT 0,
    -- Each part is an object of 1 MiB. The last one is smaller.
    part_ids uuid[] NOT NULL DEFAULT '{}',
    -- Request that may add parts. Null if there was none.
    writer_id uuid,
    target jsonb NOT NULL CHECK (jsonb_typeof(target) = 'object'),
    -- Object that was created from the file. The parts are then deleted.
    result_id uuid,
    created_at timestamptz NOT NULL,
    -- Readers ignore rows after this time, and a job deletes their objects and the rows. -infinity: canceled.
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    CONSTRAINT resumable_uploads_received CHECK (received_bytes BETWEEN 0 AND size_bytes),
    CONSTRAINT resumable_uploads_parts CHECK (
      cardinality(part_ids) = CASE WHEN result_id IS NULL THEN (received_bytes + 1048575) / 1048576 ELSE 0 END)
  );
  PERFORM public.loci_isolate('resumable_uploads');
  CREATE INDEX resumable_uploads_by_expiry ON resumable_uploads (expires_at);
END $$;`;
