import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

const CHECK_VIOLATION = '23514';
const FOREIGN_KEY_VIOLATION = '23503';

let auth: StartedAuthServer;
let otherTenantId: string;

beforeAll(async () => {
  auth = await startAuthServer();
  const { tenantId } = await auth.newTenant();
  otherTenantId = (await auth.newTenant()).tenantId;
  await auth.exchange((await auth.newKey(tenantId)).apiKey).expect(200);
  const user = { tenant_id: tenantId, email: 'ada@example.com', password: 'correct horse' };
  await auth.admin('post', '/admin/users').send(user).expect(201);
  await auth.admin('post', '/admin/invitations').send({ tenant_id: tenantId }).expect(201);
  await auth.database.inSystemTransaction(async (tx) => {
    await tx.query(
      `INSERT INTO oidc_records (model, id, payload) VALUES ('Client', 'c', '{}'), ('DeviceCode', 'd', '{}')`,
    );
    await tx.query(
      `INSERT INTO failed_sign_ins (counter_hash, failures, last_failed_at) VALUES (sha256('x'), 1, now())`,
    );
    await tx.query(`INSERT INTO attempt_counters VALUES ('sign-in:192.0.2.1', now(), 1)`);
    await tx.query(`INSERT INTO used_proofs VALUES ('proof', now())`);
  });
});
afterAll(() => auth.stop());

const execute = (sql: string, values: unknown[] = []): Promise<unknown[]> =>
  auth.database.inSystemTransaction((tx) => tx.query(sql, values));

describe('check constraints of the schema auth', () => {
  test.each([
    ['tenants', 'an empty name', `name = ''`, 'tenants_name_check'],
    ['tenants', 'a name of 201 characters', `name = repeat('x', 201)`, 'tenants_name_check'],
    ['tenants', 'an unknown tier', `tier = 'gold'`, 'tenants_tier_check'],
    ['users', 'an email address with capital letters', `email = 'Ada@example.com'`, 'users_email_check'],
    ['users', 'an email address without @', `email = 'ada'`, 'users_email_check'],
    [
      'users',
      'a password that is not a scrypt hash',
      `password_hash = 'secret' WHERE email IS NOT NULL`,
      'users_password_hash_check',
    ],
    ['users', 'a password without an email address', `email = NULL`, 'users_email_with_password'],
    ['memberships', 'an unknown role', `role = 'admin'`, 'memberships_role_check'],
    [
      'memberships',
      'a service user who is not an owner',
      `role = 'viewer'`,
      'memberships_service_user_is_owner',
    ],
    ['api_keys', 'an empty prefix', `prefix = ''`, 'api_keys_prefix_check'],
    ['api_keys', 'a prefix with an underscore', `prefix = 'a_b'`, 'api_keys_prefix_check'],
    [
      'api_keys',
      'a secret that is not a SHA-256 hash',
      `secret_hash = 'secret'`,
      'api_keys_secret_hash_check',
    ],
    ['api_keys', 'an empty name', `name = ''`, 'api_keys_name_check'],
    ['api_keys', 'an empty list of permissions', `permissions = '{}'`, 'api_keys_permissions_check'],
    ['api_keys', 'an unknown permission', `permissions = '{read,admin}'`, 'api_keys_permissions_check'],
    ['api_keys', 'a null permission', `permissions = '{read,NULL}'`, 'api_keys_permissions_check'],
    ['grants', 'a grant id with a space', `grant_id = 'a b'`, 'grants_grant_id_check'],
    ['grants', 'an empty client id', `client_id = '', key_id = NULL`, 'grants_client_id_check'],
    ['grants', 'an API key grant of another client', `client_id = 'app'`, 'grants_api_key_client'],
    ['grants', 'an API key client without an API key', `key_id = NULL`, 'grants_api_key_client'],
    [
      'grants',
      'an expiry before the creation',
      `expires_at = created_at - interval '1 second'`,
      'grants_expiry_after_creation',
    ],
    [
      'refresh_tokens',
      'a token that is not a SHA-256 hash',
      `token_hash = 'token'`,
      'refresh_tokens_token_hash_check',
    ],
    ['signing_keys', 'a key id that is not a thumbprint', `key_id = 'key'`, 'signing_keys_key_id_check'],
    [
      'signing_keys',
      'the private part in the public key',
      `public_key = public_key || '{"d": "x"}'`,
      'signing_keys_public_jwk',
    ],
    [
      'signing_keys',
      'a public key with another id',
      `public_key = public_key || '{"kid": "x"}'`,
      'signing_keys_public_jwk',
    ],
    ['signing_keys', 'a public key without an id', `public_key = '{"kty": "EC"}'`, 'signing_keys_public_jwk'],
    [
      'signing_keys',
      'a private key that is not encrypted',
      `encrypted_private_key = 'key'`,
      'signing_keys_encrypted_private_key_check',
    ],
    [
      'signing_keys',
      'a retirement before the promotion',
      `promoted_at = NULL, retires_at = now()`,
      'signing_keys_retired_after_promotion',
    ],
    ['oidc_records', 'an unknown model', `model = 'AccessToken'`, 'oidc_records_model_check'],
    ['oidc_records', 'an empty id', `id = ''`, 'oidc_records_id_check'],
    ['oidc_records', 'a payload that is not an object', `payload = '[]'`, 'oidc_records_payload_check'],
    [
      'oidc_records',
      'a poll interval below 5 seconds',
      `poll_interval = 4 WHERE model = 'DeviceCode'`,
      'oidc_records_poll_interval_check',
    ],
    ['oidc_records', 'a session uid on a client record', `uid = 'x'`, 'oidc_records_session_columns'],
    ['oidc_records', 'a user code on a client record', `user_code = 'x'`, 'oidc_records_device_columns'],
    ['oidc_records', 'a last use on a device code', `used_at = now()`, 'oidc_records_client_columns'],
    [
      'failed_sign_ins',
      'a counter that is not a SHA-256 hash',
      `counter_hash = 'ada'`,
      'failed_sign_ins_counter_hash_check',
    ],
    ['failed_sign_ins', 'a count of zero', `failures = 0`, 'failed_sign_ins_failures_check'],
    ['attempt_counters', 'an unknown purpose', `counter = 'x:192.0.2.1'`, 'attempt_counters_counter_check'],
    ['attempt_counters', 'a negative count', `attempts = -1`, 'attempt_counters_attempts_check'],
    [
      'invitations',
      'a token that is not a SHA-256 hash',
      `token_hash = 'token'`,
      'invitations_token_hash_check',
    ],
    ['invitations', 'an email address without @', `email = 'ada'`, 'invitations_email_check'],
    ['invitations', 'an unknown role', `role = 'admin'`, 'invitations_role_check'],
    [
      'invitations',
      'a bootstrap invitation that does not create an owner',
      `bootstrap = true, role = 'viewer'`,
      'invitations_bootstrap_owner',
    ],
    [
      'invitations',
      'an expiry at the creation',
      `expires_at = created_at`,
      'invitations_expiry_after_creation',
    ],
    ['used_proofs', 'an empty id', `proof_id = ''`, 'used_proofs_proof_id_check'],
  ])('%s rejects %s', async (table, _what, assignments, constraint) => {
    const update = execute(`UPDATE ${table} SET ${assignments}`);
    await expect(update).rejects.toMatchObject({ code: CHECK_VIOLATION, constraint });
  });
});

describe('foreign keys of the schema auth', () => {
  test.each([
    ['a membership of an unknown user', `UPDATE memberships SET user_id = gen_random_uuid()`],
    ['an API key of an unknown user', `UPDATE api_keys SET user_id = gen_random_uuid()`],
    ['a refresh token of an unknown grant', `UPDATE refresh_tokens SET grant_id = 'unknown'`],
    ['an invitation to an unknown tenant', `UPDATE invitations SET tenant_id = gen_random_uuid()`],
  ])('reject %s', async (_what, sql) => {
    await expect(execute(sql)).rejects.toMatchObject({ code: FOREIGN_KEY_VIOLATION });
  });

  test.each([
    ['a grant that uses the API key of another tenant', 'grants'],
    ['a refresh token that belongs to the grant of another tenant', 'refresh_tokens'],
  ])('reject %s', async (_what, table) => {
    const update = execute(`UPDATE ${table} SET tenant_id = $1`, [otherTenantId]);
    await expect(update).rejects.toMatchObject({ code: FOREIGN_KEY_VIOLATION });
  });
});
