-- Time from which the revisions of a tenant's relationships are complete. Tenants without a row have complete revisions.
CREATE TABLE history_horizons (
  tenant_id uuid NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (tenant_id)
);
SELECT loci_isolate('history_horizons');

-- Row-level security also applies to a role that migrates without being a superuser.
SELECT set_config('loci.tenant_id', '*', true);

-- Earlier changes have no revisions. During an upgrade, processes of the previous release change relationships without
-- storing revisions, which takes less than an hour.
INSERT INTO history_horizons (tenant_id, since)
SELECT tenant_id, now() + interval '1 hour'
FROM (SELECT tenant_id FROM relationships UNION SELECT tenant_id FROM known_memories) existing;
