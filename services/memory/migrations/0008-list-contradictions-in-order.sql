-- The list of the contradictions of a memory sorts by time and id. With the id, the indexes provide this order also for
-- contradictions that were detected at the same time.
CREATE INDEX contradictions_of_source_in_order ON contradictions (tenant_id, source_memory_id, detected_at, id);
CREATE INDEX contradictions_of_target_in_order ON contradictions (tenant_id, target_memory_id, detected_at, id);
DROP INDEX contradictions_of_source;
DROP INDEX contradictions_of_target;
