CREATE TABLE memories (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Grows with every change that makes an event; indexes compare it to know what they miss.
  revision bigint NOT NULL,
  content text NOT NULL,
  -- Grows when the content changes; an embedding of an older one is ignored.
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
  -- The id of the first version: all versions of one memory share it.
  chain_id uuid NOT NULL,
  conversation_id text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Not part of the revision: setting them is no event and leaves updated_at.
  embedding_status text NOT NULL,
  surprise_score double precision NOT NULL,
  access_count int NOT NULL DEFAULT 0,
  last_accessed timestamptz,
  PRIMARY KEY (tenant_id, id)
  -- Room on each page lets the status and access updates stay on it, untouched by the indexes.
) WITH (fillfactor = 85);
SELECT loci_isolate('memories');

CREATE INDEX memories_by_creation ON memories (tenant_id, created_at, id);
CREATE INDEX memories_by_chain ON memories (tenant_id, chain_id) WHERE version > 1 OR NOT is_active;
CREATE INDEX memories_of_conversation ON memories (tenant_id, user_id, created_at) WHERE memory_type = 'conversation';
-- Who keeps a copy of the counted reads follows them by this.
CREATE INDEX memories_by_access ON memories (last_accessed, tenant_id, id) WHERE last_accessed IS NOT NULL;
CREATE UNIQUE INDEX checkpoint_names ON memories (tenant_id, (metadata ->> 'name'))
  WHERE memory_type = 'checkpoint' AND is_active;

CREATE TABLE outbox (
  txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id uuid NOT NULL,
  topic text NOT NULL,
  aggregate_id uuid NOT NULL,
  envelope text NOT NULL,
  PRIMARY KEY (txid, seq)
);
SELECT loci_isolate('outbox');
