SELECT public.loci_create_idempotency_keys();
SELECT public.loci_create_erasure();

-- Erasures of everything that one user stored in a tenant. @see docs/reference/erasure.md
CREATE TABLE erasures (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  requested_by text NOT NULL,
  -- Data that was stored later is kept.
  requested_at timestamptz NOT NULL,
  -- Time after which no request runs that the platform accepted before the erasure was requested. A later search that finds
  -- nothing completes the erasure.
  settled_at timestamptz NOT NULL,
  -- Replaces the user in audit entries. Null after the completion, so that the entries cannot be assigned to the user.
  pseudonym text,
  -- Number of rows, files and index entries with data of the user, by service and store: before the deletion, and in the
  -- last search.
  found_before jsonb,
  found_after jsonb,
  -- Due time of the next pass through all services. Null after the completion.
  next_pass_at timestamptz,
  completed_at timestamptz,
  receipt jsonb,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT erasures_completed CHECK (
    num_nulls(completed_at, receipt) IN (0, 2)
    AND num_nulls(pseudonym, next_pass_at) = CASE WHEN completed_at IS NULL THEN 0 ELSE 2 END)
);
SELECT loci_isolate('erasures');
CREATE UNIQUE INDEX erasures_running ON erasures (tenant_id, user_id) WHERE completed_at IS NULL;
CREATE INDEX erasures_due ON erasures (next_pass_at) WHERE next_pass_at IS NOT NULL;
CREATE INDEX erasures_by_request ON erasures (tenant_id, requested_at, id);
