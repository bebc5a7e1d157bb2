-- The memory service counts embedded memories. This schema no longer uses the column and the tables `counters` and
-- `counter_changes`. They stay, because processes of the previous version write them during an update.
ALTER TABLE items ALTER COLUMN embedded_change SET DEFAULT 0;
