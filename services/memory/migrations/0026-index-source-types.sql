-- Lists of some source types. Most memories have the default source type and need no entry: lists of this type find
-- their memories in the order of the list.
CREATE INDEX memories_by_source ON memories (tenant_id, source_type, created_at, id)
  INCLUDE (memory_type, is_active, expires_at)
  WHERE source_type <> 'direct_input';
