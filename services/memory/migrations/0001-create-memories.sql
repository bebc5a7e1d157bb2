CREATE TABLE memories (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Incremented by every change that publishes an event. Services with copies compare it to find missing changes.
  revision bigint NOT NULL,
  content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 10000),
  -- Incremented by every change of the content. Embeddings of older content are ignored.
  content_revision int NOT NULL,
  memory_type text NOT NULL CHECK (memory_type IN ('fact', 'insight', 'conversation', 'correction', 'reference', 'task',
    'checkpoint', 'identity_core', 'personality_trait', 'relationship', 'strategy')),
  importance double precision NOT NULL CHECK (importance BETWEEN 0 AND 1),
  confidence double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  source_type text NOT NULL CHECK (source_type IN ('direct_input', 'document_upload', 'web_scrape', 'api_import',
    'conversation', 'reflection', 'checkpoint', 'checkpoint_recall')),
  user_id text NOT NULL CHECK (char_length(user_id) BETWEEN 1 AND 200),
  metadata jsonb NOT NULL CHECK (jsonb_typeof(metadata) = 'object'),
  tags text[] NOT NULL CHECK (cardinality(tags) <= 10 AND array_position(tags, NULL) IS NULL),
  lifecycle_state text NOT NULL CHECK (lifecycle_state IN ('active', 'evolved', 'deprecated')),
  version int NOT NULL CHECK (version >= 1),
  is_active boolean NOT NULL,
  -- Id of the first version. All versions of a memory share it.
  chain_id uuid NOT NULL,
  conversation_id text CHECK (char_length(conversation_id) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Changes of the columns below publish no event and keep revision and updated_at.
  embedding_status text NOT NULL CHECK (embedding_status IN ('pending', 'completed', 'failed')),
  surprise_score double precision NOT NULL CHECK (surprise_score BETWEEN 0 AND 1),
  access_count int NOT NULL DEFAULT 0 CHECK (access_count >= 0),
  last_accessed timestamptz,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT memories_revisions CHECK (content_revision BETWEEN 1 AND revision),
  CONSTRAINT memories_active_state CHECK (is_active = (lifecycle_state = 'active')),
  CONSTRAINT memories_first_version CHECK ((version = 1) = (chain_id = id)),
  -- Uses IS NOT DISTINCT FROM, because a CHECK whose result is NULL passes.
  CONSTRAINT memories_checkpoint_name CHECK (memory_type <> 'checkpoint'
    OR jsonb_typeof(metadata -> 'name') IS NOT DISTINCT FROM 'string'
      AND char_length(metadata ->> 'name') BETWEEN 1 AND 200)
  -- Half of each page stays free for the second version of each row, which stores the embedding status. Such an update is
  -- HOT: it stays on the page and writes no index. With a fillfactor of 85, 18 % of them were HOT, the table had the same
  -- size because of dead rows, and the WAL of a memory 1,397 instead of 808 bytes.
) WITH (fillfactor = 50);
SELECT loci_isolate('memories');

-- Each order of the list has an index.
CREATE INDEX memories_by_creation ON memories (tenant_id, created_at, id);
CREATE INDEX memories_by_update ON memories (tenant_id, updated_at, id);
CREATE INDEX memories_by_importance ON memories (tenant_id, importance, id);
-- Lists of one type, and the verification of the counters, which reads only this index.
CREATE INDEX memories_by_type ON memories (tenant_id, memory_type, created_at, id) INCLUDE (is_active);
-- Versions of memories that have more than one, or whose only version is inactive.
CREATE UNIQUE INDEX versions ON memories (tenant_id, chain_id, version) WHERE version > 1 OR NOT is_active;
-- Allows at most one active version per chain. The first version is not included, so that the many memories with one version do not
-- need an index entry.
CREATE UNIQUE INDEX active_versions ON memories (tenant_id, chain_id) WHERE is_active AND version > 1;
-- Memories of one user, and the newest conversation memory of a user.
CREATE INDEX memories_by_user ON memories (tenant_id, user_id, memory_type, created_at, id);
-- Supports services that copy access counts in the order of the last access.
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

SELECT loci_create_counters();
