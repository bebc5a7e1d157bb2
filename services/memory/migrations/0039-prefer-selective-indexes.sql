-- If indexes have equal costs, as in an almost empty table, the planner selects the newest one, and prepared statements keep this
-- plan until the next ANALYZE. The selective indexes must therefore be newer than those of 0037-cover-lists.sql. Otherwise, a new
-- platform would read all memories of a tenant for each stored fact.
CREATE INDEX CONCURRENTLY IF NOT EXISTS memories_with_validity ON memories (tenant_id, memory_type)
  INCLUDE (valid_from, valid_until, is_active, expires_at)
  WHERE is_active AND (valid_from IS NOT NULL OR valid_until IS NOT NULL);
CREATE INDEX CONCURRENTLY IF NOT EXISTS memories_of_user ON memories (tenant_id, user_id, memory_type, created_at, id)
  INCLUDE (importance, is_active, expires_at);
CREATE INDEX CONCURRENTLY IF NOT EXISTS memories_of_source ON memories (tenant_id, source_type, created_at, id)
  INCLUDE (memory_type, is_active, expires_at)
  WHERE source_type <> 'direct_input';
CREATE INDEX CONCURRENTLY IF NOT EXISTS memories_of_any_conversation ON memories (tenant_id, created_at, id)
  WHERE conversation_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS memories_of_conversation ON memories (tenant_id, conversation_id, created_at, id)
  WHERE conversation_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS memories_pinned ON memories (tenant_id, created_at, id)
  INCLUDE (memory_type, is_active, expires_at)
  WHERE pinned;
CREATE INDEX CONCURRENTLY IF NOT EXISTS memories_with_content ON memories (tenant_id, content_hash)
  WHERE is_active AND content_hash IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS memories_with_period;
DROP INDEX CONCURRENTLY IF EXISTS memories_by_user_and_type;
DROP INDEX CONCURRENTLY IF EXISTS memories_by_source;
DROP INDEX CONCURRENTLY IF EXISTS memories_in_conversations;
DROP INDEX CONCURRENTLY IF EXISTS memories_by_conversation;
DROP INDEX CONCURRENTLY IF EXISTS pinned_memories;
DROP INDEX CONCURRENTLY IF EXISTS memories_by_content;
