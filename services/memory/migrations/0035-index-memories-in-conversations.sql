-- Lists conversations by their last memory.
CREATE INDEX memories_in_conversations ON memories (tenant_id, created_at, id) WHERE conversation_id IS NOT NULL;
