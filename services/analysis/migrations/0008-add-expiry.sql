-- Time from which no operation may use the memory, or null. The index contains the memories to subtract from the totals,
-- which contain an expired memory until the event of its deletion.
ALTER TABLE analyzed_memories ADD COLUMN expires_at timestamptz;
CREATE INDEX analyzed_memories_with_expiry ON analyzed_memories (tenant_id, expires_at)
  WHERE counted AND expires_at IS NOT NULL;
