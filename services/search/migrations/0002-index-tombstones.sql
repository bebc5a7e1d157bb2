-- Serves the job that deletes old tombstones.
CREATE INDEX items_tombstones ON items (indexed_at) WHERE deleted;
