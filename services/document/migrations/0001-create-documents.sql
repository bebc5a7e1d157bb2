CREATE TABLE documents (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id text NOT NULL,
  filename text NOT NULL,
  content_type text NOT NULL,
  -- Both unknown while the file arrives.
  size_bytes int,
  content_sha256 bytea,
  object_key text NOT NULL,
  metadata jsonb NOT NULL,
  processing_status text NOT NULL,
  chunk_count int NOT NULL,
  -- Of chunks by how their embedding went, so that nobody counts them to show the progress.
  embedded_count int NOT NULL,
  failed_count int NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Null: stored for good. Else the row announces an object that may exist: of an upload that is running, which keeps
  -- the moment in the future, of one that a crash ended, or (-infinity) of a document that was deleted. Nobody sees
  -- the row after this moment; a job removes object and row later.
  visible_until timestamptz,
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 85);
SELECT loci_isolate('documents');

-- The same bytes are one document of a tenant, also when they come twice at the same moment.
CREATE UNIQUE INDEX documents_unique_content ON documents (tenant_id, content_sha256) WHERE visible_until IS NULL;
CREATE INDEX documents_by_creation ON documents (tenant_id, created_at, id);
CREATE INDEX documents_to_purge ON documents (visible_until) WHERE visible_until IS NOT NULL;

CREATE TABLE chunks (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  chunk_index int NOT NULL,
  content text NOT NULL,
  -- Unicode code points of the extracted text.
  start_char int NOT NULL,
  end_char int NOT NULL,
  metadata jsonb NOT NULL,
  embedding_status text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
  -- Room on each page lets the embedding's outcome stay on it, untouched by the indexes.
) WITH (fillfactor = 85);
SELECT loci_isolate('chunks');
CREATE UNIQUE INDEX chunks_of_document ON chunks (tenant_id, document_id, chunk_index);

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
