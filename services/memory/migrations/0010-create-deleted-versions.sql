-- Successors of deleted versions, so that the reconciler of the graph service finds the current version of a memory
-- although it received no event of a deleted version. The job `purge-tombstones` deletes old rows.
CREATE TABLE deleted_versions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  superseded_by uuid NOT NULL,
  deleted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
SELECT loci_isolate('deleted_versions');
CREATE INDEX deleted_versions_by_deletion ON deleted_versions (deleted_at);
