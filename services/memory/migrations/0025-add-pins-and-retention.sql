-- A pinned memory never gets an expiry from a retention default. `expires_by_default` is true for an expiry that came
-- from one, so that pinning the memory can remove it.
ALTER TABLE memories
  ADD pinned boolean NOT NULL DEFAULT false,
  ADD expires_by_default boolean NOT NULL DEFAULT false;
ALTER TABLE memory_revisions
  ADD pinned boolean NOT NULL DEFAULT false,
  ADD expires_by_default boolean NOT NULL DEFAULT false;

-- Contains only the few pinned memories, so that listing them does not read all memories.
CREATE INDEX pinned_memories ON memories (tenant_id, created_at, id) INCLUDE (memory_type, is_active, expires_at)
  WHERE pinned;

-- Lifetimes of new memories by type, in seconds. One row per tenant, so that a request replaces all of them at once.
CREATE TABLE retention_defaults (
  tenant_id uuid PRIMARY KEY,
  ttl_seconds jsonb NOT NULL CHECK (jsonb_typeof(ttl_seconds) = 'object')
);
SELECT loci_isolate('retention_defaults');
