-- Until the index on event times has statistics, PostgreSQL assumes that a time range contains few memories, and sorts
-- all memories of a range that contains most of them.
ANALYZE memories;
