-- Outcome of indexing each searchable item, and its position in its conversation.
CREATE TABLE items (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Revision of the owner's record. A tombstone keeps it, so that older events do not restore the item.
  revision bigint NOT NULL,
  deleted boolean NOT NULL,
  kind text NOT NULL,
  content_revision int NOT NULL,
  embedding_status text NOT NULL,
  -- Embedding model of the indexed vector. A different configured model requires re-embedding.
  model text NOT NULL,
  conversation_id text,
  -- Null for memories.
  document_id uuid,
  created_at timestamptz NOT NULL,
  indexed_at timestamptz NOT NULL,
  -- What the last change of the row added to the counter of embedded memories. The statement that stores the row reads
  -- it, because RETURNING does not return old values before PostgreSQL 18.
  embedded_change smallint NOT NULL CHECK (embedded_change BETWEEN -1 AND 1),
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 90);
SELECT loci_isolate('items');

CREATE INDEX items_of_conversation ON items (tenant_id, conversation_id, created_at, id)
  WHERE conversation_id IS NOT NULL AND NOT deleted;

-- Time of the last change.
CREATE INDEX items_by_indexing ON items (tenant_id, indexed_at);

CREATE INDEX items_of_document ON items (tenant_id, document_id) WHERE document_id IS NOT NULL AND NOT deleted;

SELECT loci_create_counters();

-- Embedding model whose vectors serve searches, for all tenants. Has at most one row.
CREATE TABLE serving_model (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  model text NOT NULL,
  dimension int NOT NULL,
  since timestamptz NOT NULL
);

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
