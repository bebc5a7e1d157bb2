-- With row-level security, PostgreSQL does not use an index on `coalesce` for comparisons, because it does not consider
-- `coalesce` leakproof. A reflection on a time range in the past therefore read all newer memories of the tenant.
CREATE INDEX analyzed_memories_by_event_time ON analyzed_memories
  (tenant_id, (CASE WHEN occurred_at IS NULL THEN created_at ELSE occurred_at END), id) WHERE counted;
DROP INDEX analyzed_memories_by_occurrence;
