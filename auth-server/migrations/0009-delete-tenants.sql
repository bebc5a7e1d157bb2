ALTER TABLE tenants ADD COLUMN deletion_requested_at timestamptz;
-- Time of the first complete deletion pass, after the last access token was rejected, that found no data.
ALTER TABLE tenants ADD COLUMN data_deleted_at timestamptz;
-- Due time of the next deletion pass through all services.
ALTER TABLE tenants ADD COLUMN next_deletion_pass_at timestamptz;
ALTER TABLE tenants ADD CONSTRAINT tenants_deletion CHECK (
  (deletion_requested_at IS NULL) = (next_deletion_pass_at IS NULL)
  AND (data_deleted_at IS NULL OR deletion_requested_at IS NOT NULL)
  AND (deletion_requested_at IS NULL OR NOT bootstrap)
);
CREATE INDEX tenants_next_deletion_pass ON tenants (next_deletion_pass_at) WHERE next_deletion_pass_at IS NOT NULL;
