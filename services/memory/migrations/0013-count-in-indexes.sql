-- The count of a list with one of these filters reads only the index if the index contains all filtered columns. Without
-- them, it read up to 1,001 memories.
CREATE INDEX memories_by_user_and_type ON memories (tenant_id, user_id, memory_type, created_at, id)
  INCLUDE (importance, is_active);
CREATE INDEX memories_by_importance_and_id ON memories (tenant_id, importance, id) INCLUDE (memory_type, is_active);
DROP INDEX memories_by_user, memories_by_importance;
