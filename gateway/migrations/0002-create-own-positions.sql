-- Position of the last change of each user, shared by all replicas of the gateway. @see docs/reference/mcp-tools.md
CREATE TABLE own_positions (
  -- SHA-256 of the tenant and the user.
  principal text NOT NULL,
  -- Service whose outbox contains the position.
  owner text NOT NULL,
  txid xid8 NOT NULL,
  seq bigint NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (principal, owner)
) WITH (fillfactor = 50);
CREATE INDEX own_positions_by_age ON own_positions (written_at);
