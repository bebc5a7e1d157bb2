-- Lists subtract the active memories that are not true now from their totals. Most tenants have no memory with a bound.
CREATE INDEX memories_with_period ON memories (tenant_id, memory_type) INCLUDE (valid_from, valid_until, is_active)
  WHERE is_active AND (valid_from IS NOT NULL OR valid_until IS NOT NULL);
