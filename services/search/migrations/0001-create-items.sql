-- What the search service knows of every searchable item: which revision it indexed, how embedding it went, and
-- the item's place in its conversation.
CREATE TABLE items (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Of the owner; a tombstone keeps it, so that an older event that comes late revives nothing.
  revision bigint NOT NULL,
  deleted boolean NOT NULL,
  kind text NOT NULL,
  content_revision int NOT NULL,
  embedding_status text NOT NULL,
  -- The model whose vector is in the index, so that a change of the model is seen.
  model text NOT NULL,
  conversation_id text,
  -- Of a chunk.
  document_id uuid,
  created_at timestamptz NOT NULL,
  indexed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 90);
SELECT loci_isolate('items');

CREATE INDEX items_of_conversation ON items (tenant_id, conversation_id, created_at, id)
  WHERE conversation_id IS NOT NULL AND NOT deleted;

CREATE INDEX items_of_document ON items (tenant_id, document_id) WHERE document_id IS NOT NULL AND NOT deleted;

-- Which model's vectors searches ask: one row, for all tenants.
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
