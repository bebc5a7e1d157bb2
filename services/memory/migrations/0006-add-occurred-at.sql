-- Time of the event that the memory describes. Null if it is the creation time, as for all memories that were stored
-- before this migration. A null value takes no space in the row, so half of each page still stays free.
ALTER TABLE memories ADD COLUMN occurred_at timestamptz;
-- Date filters, and lists in the order of the event time.
CREATE INDEX memories_by_occurrence ON memories (tenant_id, (coalesce(occurred_at, created_at)), id);
