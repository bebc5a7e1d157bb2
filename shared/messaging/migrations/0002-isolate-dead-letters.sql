-- The envelopes contain data of tenants. The event transport reads them in a system transaction, which sees all tenants.
SELECT loci_isolate('dead_letters');
