-- How far each consumer group of the embedded transport has come in each service's outbox.
CREATE TABLE positions (
  consumer_group text NOT NULL,
  owner text NOT NULL,
  txid xid8 NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (consumer_group, owner)
);

-- Events that a group could not handle, with the reason, until they are replayed.
CREATE TABLE dead_letters (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  consumer_group text NOT NULL,
  tenant_id uuid NOT NULL,
  reason text NOT NULL,
  envelope text NOT NULL,
  failed_at timestamptz NOT NULL DEFAULT now()
);
