-- Removing a member deletes the membership. The revoked API keys and their grants must outlive it, because gateways reject
-- the access tokens of a revoked grant only while the grant is stored.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_tenant_id_user_id_fkey;
ALTER TABLE api_keys ADD FOREIGN KEY (tenant_id) REFERENCES tenants;
ALTER TABLE api_keys ADD FOREIGN KEY (user_id) REFERENCES users;

ALTER TABLE invitations ADD COLUMN invitation_id uuid NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX invitations_id ON invitations (invitation_id);
-- True if an account with the email address receives a new password. Only operators create such invitations.
ALTER TABLE invitations ADD COLUMN resets_password boolean NOT NULL DEFAULT false;
UPDATE invitations SET resets_password = true WHERE email IS NOT NULL;
ALTER TABLE invitations ADD CONSTRAINT invitations_reset_with_email CHECK (NOT resets_password OR email IS NOT NULL);
