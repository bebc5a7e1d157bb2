-- Whether reads of memories are recorded, for tenants that have changed it. @see docs/reference/memories.md#readers
CREATE TABLE reader_settings (
  tenant_id uuid PRIMARY KEY,
  recording boolean NOT NULL
);
SELECT loci_isolate('reader_settings');
