-- Outcome of indexing each superseded version of a memory in the archive. Columns as in `items`.
CREATE TABLE superseded_items (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  revision bigint NOT NULL,
  deleted boolean NOT NULL,
  kind text NOT NULL,
  content_revision int NOT NULL,
  embedding_status text NOT NULL,
  model text NOT NULL,
  conversation_id text,
  document_id uuid,
  created_at timestamptz NOT NULL,
  indexed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 90);
SELECT loci_isolate('superseded_items');

-- Serves the job that deletes old tombstones.
CREATE INDEX superseded_items_tombstones ON superseded_items (indexed_at) WHERE deleted;
