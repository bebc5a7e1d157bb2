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

/** Models whose id is the credential itself: the database keeps only a hash of it. */
const SECRET_IDS: ReadonlySet<string> = new Set([
  'AccessToken',
  'AuthorizationCode',
  'InitialAccessToken',
  'RefreshToken',
  'RegistrationAccessToken',
  'ReplayDetection',
]);

/**
 * Hosts refresh in parallel. Whoever loses is refused, but a token used up this short a time ago is not taken for
 * a stolen one: that would end the connection of an honest client.
 * @see DECISIONS.md "Authentication"
 */
const REUSE_WINDOW_MS = 10_000;

/** The key of a record: the id, or its hash where the id is a secret. */
export const recordKey = (model: string, id: string): string =>
  SECRET_IDS.has(model) ? createHash('sha256').update(id).digest('base64url') : id;

/**
 * The provider's storage. Whatever can be used once is used up by one UPDATE, so of parallel requests one wins,
 * in whatever replica.
 * @see AUTH-AND-MCP.md 3.7
 */
export function createPostgresAdapter(deps: PostgresAdapterDeps): (model: string) => Adapter {
  const { database, now } = deps;
  const inTransaction = database.inSystemTransaction;

  return (model) => {
    const secret = SECRET_IDS.has(model);
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
        payload: secret ? rest : { ...rest, ...(jti === undefined ? {} : { jti }) },
        grantId: payload.grantId ?? null,
        uid: model === 'Session' ? (payload.uid ?? null) : null,
        userCode: payload.userCode ?? null,
        expiresAt: expiresInSeconds ? new Date(now().getTime() + expiresInSeconds * 1000) : null,
      };
    };

    function toPayload(stored: StoredOidcRecord | null, id?: string): AdapterPayload | undefined {
      if (stored === null) return undefined;
      const nowMs = now().getTime();
      const keptMs = model === 'DeviceCode' ? EXPIRED_DEVICE_CODE_RETENTION_MS : 0;
      if (stored.expiresAt !== null && stored.expiresAt.getTime() + keptMs <= nowMs) return undefined;
      const payload: AdapterPayload = { ...stored.payload };
      if (secret && id !== undefined) payload.jti = id;
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
        // The provider looks a proof up and then saves it: of two at once, the second insert must fail.
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
        throw new errors.InvalidGrant('used already');
      },
      async destroy(id) {
        await inTransaction(async (tx) => {
          // The end of a grant is the end of its access tokens, wherever they are checked.
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
