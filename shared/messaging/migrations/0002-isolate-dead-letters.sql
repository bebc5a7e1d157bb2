-- Their envelopes are tenants' content; only the transport reads them, for all tenants.
SELECT loci_isolate('dead_letters');
