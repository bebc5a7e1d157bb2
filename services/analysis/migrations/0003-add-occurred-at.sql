-- Time of the event that the memory describes. Null for memories that were stored before this migration, which means the
-- creation time.
ALTER TABLE analyzed_memories ADD COLUMN occurred_at timestamptz;
CREATE INDEX analyzed_memories_by_occurrence ON analyzed_memories (tenant_id, (coalesce(occurred_at, created_at)), id)
  WHERE counted;
