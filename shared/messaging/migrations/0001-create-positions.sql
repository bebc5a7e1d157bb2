-- Position of each consumer group of the embedded event transport in the outbox of each service.
CREATE TABLE positions (
  consumer_group text NOT NULL,
  owner text NOT NULL,
  txid xid8 NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (consumer_group, owner)
);

-- Events that a consumer group could not handle, until they are replayed.
CREATE TABLE dead_letters (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  consumer_group text NOT NULL,
  tenant_id uuid NOT NULL,
  reason text NOT NULL,
  envelope text NOT NULL,
  failed_at timestamptz NOT NULL DEFAULT now()
);
