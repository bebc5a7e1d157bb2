-- The indexes provide the sort order of the lists, so that a page does not sort all rows.
CREATE INDEX memberships_in_order ON memberships (created_at, user_id, tenant_id);
CREATE INDEX memberships_of_tenant_in_order ON memberships (tenant_id, created_at, user_id);
CREATE INDEX api_keys_active ON api_keys (tenant_id, key_id) WHERE revoked_at IS NULL;
CREATE INDEX api_keys_active_of_user ON api_keys (tenant_id, user_id, key_id) WHERE revoked_at IS NULL;
CREATE INDEX invitations_in_order ON invitations (created_at, invitation_id) WHERE accepted_at IS NULL;
CREATE INDEX invitations_of_tenant_in_order ON invitations (tenant_id, created_at, invitation_id)
  WHERE accepted_at IS NULL;
