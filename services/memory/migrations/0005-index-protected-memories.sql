CREATE INDEX protected_memories ON memories (tenant_id, memory_type, created_at, id)
  WHERE memory_type IN ('identity_core', 'personality_trait');
