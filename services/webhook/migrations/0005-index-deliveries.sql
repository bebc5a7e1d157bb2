-- Lists of the messages in one state. A webhook can have millions of messages, of which a few are in this state.
CREATE INDEX CONCURRENTLY IF NOT EXISTS deliveries_of_state ON deliveries (tenant_id, webhook_id, state, seq);
DROP INDEX CONCURRENTLY IF EXISTS deliveries_failed;
