-- The searches and the receipt of the deletion of each tenant. Contains only numbers, times and the ID of the tenant, and
-- remains after the row of the tenant is deleted.
CREATE TABLE tenant_deletions (
  tenant_id uuid PRIMARY KEY,
  requested_at timestamptz NOT NULL,
  -- Number of rows, files and index entries of the tenant, by service and store: before the deletion, and in the last
  -- search before the receipt. Before the search of all services, `found_before` has only the rows of the authorization
  -- server.
  found_before jsonb NOT NULL,
  is_searched boolean NOT NULL DEFAULT false,
  found_after jsonb,
  receipt jsonb
);
SELECT loci_isolate('tenant_deletions');
-- Row-level security also applies to a role that migrates without being a superuser.
SELECT set_config('loci.tenant_id', '*', true);
-- Deletions that have not ended receive a receipt with the numbers from now on.
INSERT INTO tenant_deletions (tenant_id, requested_at, found_before)
  SELECT tenant_id, deletion_requested_at, '{}' FROM tenants
  WHERE deletion_requested_at IS NOT NULL AND data_deleted_at IS NULL;
