-- Lists the memories of one conversation.
CREATE INDEX memories_by_conversation ON memories (tenant_id, conversation_id, created_at, id)
  WHERE conversation_id IS NOT NULL;
