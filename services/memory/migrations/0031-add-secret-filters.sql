-- What happens to writes with secrets, for tenants that have turned the secret filter on.
CREATE TABLE secret_filters (
  tenant_id uuid PRIMARY KEY,
  action text NOT NULL CHECK (action IN ('off', 'redact', 'reject'))
);
SELECT loci_isolate('secret_filters');
