import { createHash } from 'node:crypto';
import type { Database } from '@loci/postgres';
import { errors } from 'oidc-provider';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { revokeGrantById } from '../grants/grant.repository.ts';
import {
  EXPIRED_DEVICE_CODE_RETENTION_MS,
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  findRecord,
  findRecordByUid,
  findRecordByUserCode,
  insertNewRecord,
  recordClientUse,
  saveRecord,
} from './oidc-record.repository.ts';
import type { OidcRecord, StoredOidcRecord } from './oidc-record.repository.ts';

export interface PostgresAdapterDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/** Models whose id is a credential. The database only stores its hash. */
const SECRET_IDS: ReadonlySet<string> = new Set([
  'AccessToken',
  'AuthorizationCode',
  'InitialAccessToken',
  'RefreshToken',
  'RegistrationAccessToken',
  'ReplayDetection',
]);

/**
 * Time after the consumption of a refresh token in which its reuse is rejected but not treated as theft.
 * Legitimate clients can send parallel refresh requests, and revoking the token family would disconnect them.
 *
 * @see docs/reference/authentication.md#refresh-an-oauth-token
 */
const REUSE_WINDOW_MS = 10_000;

/** Returns the stored id of a record: the id, or its hash if the id is a credential. */
export const recordKey = (model: string, id: string): string =>
  SECRET_IDS.has(model) ? createHash('sha256').update(id).digest('base64url') : id;

/** Returns the user of a record, or of the session in which an interaction was started. */
const userOf = ({ accountId, result, session }: AdapterPayload): string | null =>
  accountId ?? result?.login?.accountId ?? session?.accountId ?? null;

/**
 * Creates the storage adapter of the OAuth provider. A single conditional UPDATE consumes a single-use
 * record, so exactly one of several parallel requests succeeds, also at different replicas.
 *
 * @see docs/security-model.md#threat-8-authorization-code-replay
 * @see docs/security-model.md#threat-9-refresh-token-reuse
 */
export function createPostgresAdapter(deps: PostgresAdapterDeps): (model: string) => Adapter {
  const { database, now } = deps;
  const inTransaction = database.inSystemTransaction;

  return (model) => {
    const isSecretId = SECRET_IDS.has(model);
    const keyOf = (id: string): string => recordKey(model, id);

    const toRecord = (
      id: string,
      payload: AdapterPayload,
      expiresInSeconds: number | undefined,
    ): OidcRecord => {
      const { jti, ...rest } = payload;
      return {
        model,
        id: keyOf(id),
        payload: isSecretId ? rest : { ...rest, ...(jti === undefined ? {} : { jti }) },
        grantId: payload.grantId ?? null,
        uid: model === 'Session' ? (payload.uid ?? null) : null,
        userCode: payload.userCode ?? null,
        userId: userOf(payload),
        expiresAt: expiresInSeconds ? new Date(now().getTime() + expiresInSeconds * 1000) : null,
      };
    };

    function toPayload(stored: StoredOidcRecord | null, id?: string): AdapterPayload | undefined {
      if (stored === null) return undefined;
      const nowMs = now().getTime();
      const retentionMs = model === 'DeviceCode' ? EXPIRED_DEVICE_CODE_RETENTION_MS : 0;
      if (stored.expiresAt !== null && stored.expiresAt.getTime() + retentionMs <= nowMs) return undefined;
      const payload: AdapterPayload = { ...stored.payload };
      if (isSecretId && id !== undefined) payload.jti = id;
      if (stored.consumedAt !== null) {
        const consumedAtMs = stored.consumedAt.getTime();
        if (model === 'RefreshToken' && nowMs - consumedAtMs < REUSE_WINDOW_MS) return undefined;
        payload.consumed = Math.floor(consumedAtMs / 1000);
      }
      return payload;
    }

    return {
      async upsert(id, payload, expiresInSeconds) {
        const record = toRecord(id, payload, expiresInSeconds);
        if (model !== 'ReplayDetection') {
          await inTransaction(async (tx) => {
            await saveRecord(tx, record);
            if (model === 'Client') await recordClientUse(tx, id, now());
          });
          return;
        }
        // The provider looks up a DPoP proof before it saves the proof. If two concurrent requests have the
        // same proof, the second insert fails.
        if (await inTransaction((tx) => insertNewRecord(tx, record, now()))) return;
        throw new errors.InvalidGrant('DPoP proof JWT Replay detected');
      },
      async find(id) {
        const stored = await inTransaction(async (tx) => {
          if (model === 'Client') await recordClientUse(tx, id, now());
          return findRecord(tx, model, keyOf(id));
        });
        return toPayload(stored, id);
      },
      findByUid: async (uid) => toPayload(await inTransaction((tx) => findRecordByUid(tx, model, uid))),
      findByUserCode: async (code) =>
        toPayload(await inTransaction((tx) => findRecordByUserCode(tx, model, code))),
      async consume(id) {
        if (await inTransaction((tx) => consumeRecord(tx, model, keyOf(id), now()))) return;
        throw new errors.InvalidGrant('the code or token was already used');
      },
      async destroy(id) {
        await inTransaction(async (tx) => {
          // Gateways read revocations from the table `grants`, which the provider does not write.
          if (model === 'Grant') await revokeGrantById(tx, id);
          await deleteRecord(tx, model, keyOf(id));
        });
      },
      async revokeByGrantId(grantId) {
        await inTransaction((tx) => deleteRecordsOfGrant(tx, model, grantId));
      },
    };
  };
}
