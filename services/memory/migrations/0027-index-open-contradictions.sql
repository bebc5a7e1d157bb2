-- Open contradictions of the memories of a context. A memory can have many resolved contradictions.
CREATE INDEX open_contradictions_of_source ON contradictions (tenant_id, source_memory_id, detected_at, id)
  WHERE resolution_status = 'unresolved';
CREATE INDEX open_contradictions_of_target ON contradictions (tenant_id, target_memory_id, detected_at, id)
  WHERE resolution_status = 'unresolved';
