-- A search with a minimum position reads the dead letters of its tenant.
CREATE INDEX dead_letters_of_tenant ON dead_letters (tenant_id, consumer_group);
