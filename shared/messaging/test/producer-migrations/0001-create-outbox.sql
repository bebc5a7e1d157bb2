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
