-- User who stored the current revision of a memory. Null is the user who created the memory.
ALTER TABLE memories ADD recorded_by text;

-- States of memories that a later change or a deletion replaced. `memories` has the current states. A state was current
-- from `updated_at`, inclusive, until `recorded_until`, exclusive.
CREATE TABLE memory_revisions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  revision bigint NOT NULL,
  content text NOT NULL,
  content_revision int NOT NULL,
  memory_type text NOT NULL,
  importance double precision NOT NULL,
  confidence double precision NOT NULL,
  source_type text NOT NULL,
  user_id text NOT NULL,
  metadata jsonb NOT NULL,
  tags text[] NOT NULL,
  lifecycle_state text NOT NULL,
  version int NOT NULL,
  is_active boolean NOT NULL,
  chain_id uuid NOT NULL,
  superseded_by uuid,
  conversation_id text,
  created_at timestamptz NOT NULL,
  occurred_at timestamptz,
  updated_at timestamptz NOT NULL,
  valid_from timestamptz,
  valid_until timestamptz,
  recorded_by text NOT NULL,
  recorded_until timestamptz NOT NULL,
  -- True for the last state of a deleted memory.
  ended_by_deletion boolean NOT NULL,
  PRIMARY KEY (tenant_id, id, revision)
);
SELECT loci_isolate('memory_revisions');
-- Deletion of the oldest revisions of a tenant.
CREATE INDEX memory_revisions_by_end ON memory_revisions (tenant_id, recorded_until, id, revision);
-- Versions of a memory. The id of the first version is the id of the chain.
CREATE INDEX memory_revisions_of_later_versions ON memory_revisions (tenant_id, chain_id) WHERE version > 1;
CREATE INDEX memory_revisions_of_deleted ON memory_revisions (recorded_until) WHERE ended_by_deletion;

-- Time from which the revisions of a tenant are complete. Tenants without a row have complete revisions.
CREATE TABLE history_horizons (
  tenant_id uuid NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (tenant_id)
);
SELECT loci_isolate('history_horizons');

-- Row-level security also applies to a role that migrates without being a superuser.
SELECT set_config('loci.tenant_id', '*', true);

-- Earlier changes have no revisions. During an upgrade, processes of the previous release change memories without storing
-- revisions, which takes less than an hour.
INSERT INTO history_horizons (tenant_id, since)
SELECT tenant_id, now() + interval '1 hour'
FROM (SELECT tenant_id FROM memories UNION SELECT tenant_id FROM counters) existing;
