CREATE TABLE documents (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id text NOT NULL CHECK (user_id <> ''),
  filename text NOT NULL CHECK (char_length(filename) BETWEEN 1 AND 255),
  content_type text NOT NULL CHECK (content_type <> ''),
  -- Size and hash of the file: 0 and null until it has been received.
  size_bytes int NOT NULL CHECK (size_bytes BETWEEN 0 AND 20971520),
  content_sha256 bytea CHECK (octet_length(content_sha256) = 32),
  object_key text NOT NULL,
  metadata jsonb NOT NULL CHECK (jsonb_typeof(metadata) = 'object'),
  processing_status text NOT NULL
    CHECK (processing_status IN ('uploading', 'processing', 'active', 'completed', 'failed')),
  chunk_count int NOT NULL,
  -- Chunks by the outcome of their embedding. Stored, so that reading the progress does not count chunks.
  embedded_count int NOT NULL CHECK (embedded_count >= 0),
  failed_count int NOT NULL CHECK (failed_count >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Null: the document is stored. A time in the future: its upload is running and renews this time. A time in the past:
  -- its upload was interrupted. -infinity: the document was deleted. Readers ignore rows after this time, and a job
  -- deletes the object and the row.
  visible_until timestamptz,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT documents_object_key CHECK (object_key = tenant_id::text || '/document/' || id::text),
  CONSTRAINT documents_embedding_counts CHECK (embedded_count + failed_count <= chunk_count),
  CONSTRAINT documents_pending_status CHECK (
    visible_until IS NULL OR visible_until = '-infinity' OR processing_status IN ('uploading', 'processing')
  ),
  CONSTRAINT documents_stored_content CHECK (
    visible_until IS NOT NULL OR (chunk_count > 0 AND size_bytes > 0 AND content_sha256 IS NOT NULL)
  ),
  CONSTRAINT documents_stored_status CHECK (
    visible_until IS NOT NULL OR processing_status = CASE
      WHEN embedded_count + failed_count < chunk_count THEN 'active'
      WHEN failed_count > 0 THEN 'failed'
      ELSE 'completed' END
  )
) WITH (fillfactor = 85);
SELECT loci_isolate('documents');

-- A tenant stores the same content once, also when it is uploaded twice at the same time.
CREATE UNIQUE INDEX documents_unique_content ON documents (tenant_id, content_sha256) WHERE visible_until IS NULL;
CREATE INDEX documents_by_creation ON documents (tenant_id, created_at, id);
CREATE INDEX documents_to_purge ON documents (visible_until) WHERE visible_until IS NOT NULL;

SELECT loci_create_counters();

CREATE TABLE chunks (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  chunk_index int NOT NULL CHECK (chunk_index >= 0),
  content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 450),
  -- Position in the extracted text, in Unicode code points.
  start_char int NOT NULL CHECK (start_char >= 0),
  end_char int NOT NULL,
  metadata jsonb NOT NULL CHECK (jsonb_typeof(metadata) = 'object'),
  embedding_status text NOT NULL CHECK (embedding_status IN ('pending', 'completed', 'failed')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, document_id) REFERENCES documents,
  CONSTRAINT chunks_position CHECK (end_char - start_char = char_length(content))
  -- The free space on each page keeps updates of embedding_status on their page, without changes to the indexes.
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
