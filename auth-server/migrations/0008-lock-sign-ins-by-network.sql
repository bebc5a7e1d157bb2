-- Consecutive failed sign-ins, by SHA-256 of what is counted: an email address and a client network, an email address and a
-- known browser, or an email address alone. Replaces sign_in_failures, which the previous version uses during a rollout.
CREATE TABLE failed_sign_ins (
  counter_hash bytea PRIMARY KEY CHECK (octet_length(counter_hash) = 32),
  failures integer NOT NULL CHECK (failures > 0),
  last_failed_at timestamptz NOT NULL,
  locked_until timestamptz
);
