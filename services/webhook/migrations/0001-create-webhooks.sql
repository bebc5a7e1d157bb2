-- Subscriptions of tenants to events.
CREATE TABLE webhooks (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL CHECK (char_length(url) <= 2048),
  description text NOT NULL CHECK (char_length(description) <= 200),
  event_types text[] NOT NULL CHECK (cardinality(event_types) BETWEEN 1 AND 20),
  -- Signing secrets, encrypted with AES-256-GCM. Receivers accept messages that are signed with the previous secret until
  -- it expires.
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  -- Null for an enabled webhook.
  disabled_at timestamptz,
  disabled_reason text CHECK (disabled_reason IN ('user', 'failures', 'gone', 'backlog')),
  -- Time of the first failed attempt after the last success.
  failing_since timestamptz,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhooks_previous_secret CHECK (num_nulls(previous_secret, previous_secret_expires_at) IN (0, 2)),
  CONSTRAINT webhooks_disabled CHECK (num_nulls(disabled_at, disabled_reason) IN (0, 2))
);
SELECT loci_isolate('webhooks');

-- Messages to webhooks. There is no foreign key, because a webhook can have millions of messages. A job deletes the
-- messages of deleted webhooks.
CREATE TABLE deliveries (
  tenant_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  -- ID of the event. The messages of one event to several webhooks have the same ID.
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  -- Messages of one object are delivered in the order of `seq`.
  object_id uuid NOT NULL,
  -- Body of the request. Text, because it must not change between attempts.
  payload text NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  -- Number of started attempts since the creation or the last replay. Also a fencing token: an attempt whose lease has
  -- expired does not change the row after another attempt has started.
  attempts int NOT NULL DEFAULT 0,
  -- Start of the next attempt. While an attempt runs, the end of its lease.
  next_attempt_at timestamptz NOT NULL,
  -- The last attempts: time, duration, and status or error.
  attempt_log jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, webhook_id, seq)
);
SELECT loci_isolate('deliveries');

-- An event can be consumed several times, but has one message per webhook.
CREATE UNIQUE INDEX deliveries_of_event ON deliveries (tenant_id, webhook_id, event_id);
CREATE INDEX deliveries_due ON deliveries (tenant_id, webhook_id, next_attempt_at) WHERE state = 'pending';
CREATE INDEX deliveries_pending ON deliveries (tenant_id, webhook_id, object_id, seq) WHERE state = 'pending';
CREATE INDEX deliveries_failed ON deliveries (tenant_id, webhook_id, seq) WHERE state = 'failed';
CREATE INDEX deliveries_by_age ON deliveries USING brin (created_at) WITH (pages_per_range = 16, autosummarize = on);

SELECT public.loci_create_idempotency_keys();

-- Entries on who changed what. @see docs/reference/audit.md
SELECT public.loci_create_audit_log();
