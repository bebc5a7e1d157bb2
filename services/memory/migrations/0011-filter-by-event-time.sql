-- With row-level security, PostgreSQL does not use an index on `coalesce` for comparisons, because it does not consider
-- `coalesce` leakproof. A list with a time range therefore read all memories of the tenant.
CREATE INDEX memories_by_event_time ON memories
  (tenant_id, (CASE WHEN occurred_at IS NULL THEN created_at ELSE occurred_at END), id);
DROP INDEX memories_by_occurrence;
