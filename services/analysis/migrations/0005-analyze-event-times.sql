-- Until the index on event times has statistics, PostgreSQL assumes that a time range contains few memories.
ANALYZE analyzed_memories;
