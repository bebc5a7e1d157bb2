import { z } from 'zod';
import { MAX_TIMESTAMP_LENGTH } from './input-limits.ts';
import type { ServiceClient } from './service-client.ts';

/** Path of the internal operations with which every service erases what a user stored. */
const USER_DATA_PATH = '/internal/user-data';

/** Maximum number of object IDs per call. */
export const MAX_ERASED_OBJECTS = 1_000;

/** An erasure of everything that one user stored in a tenant. */
export const userErasure = z.object({
  tenant_id: z.guid(),
  erasure_id: z.guid(),
  user_id: z.guid(),
  /** Replaces the user in audit entries and in records of other users. */
  pseudonym: z
    .string()
    .max(23)
    .regex(/^erased:[0-9a-f]{16}$/),
  /** Time of the request. Data that was stored later is kept. */
  until: z.iso.datetime().max(MAX_TIMESTAMP_LENGTH),
});
export type UserErasure = z.infer<typeof userErasure>;

/** An object that an erasure deletes, together with all its copies in other services. */
export const erasedObject = z.object({
  id: z.guid(),
  kind: z
    .string()
    .max(20)
    .regex(/^[a-z]{1,20}$/),
});
export type ErasedObject = z.infer<typeof erasedObject>;

export const erasureProgress = z.object({
  /** False if the call reached its time limit. The next call continues. */
  done: z.boolean(),
});

/** Rows, files or index entries that a search of the stores of a service found. */
export const foundUserData = z.object({
  /** Number by name of the store. Contains every store of the service. */
  found: z.record(z.string().max(100), z.int().nonnegative()),
  /** Number of objects that the service keeps because it does not know their user, by name of the store. */
  unattributed: z.record(z.string().max(100), z.int().nonnegative()),
});
export type FoundUserData = z.infer<typeof foundUserData>;

/** Request and response of each operation. */
export const userDataOperations = {
  /** Records the IDs of the objects that the user stored. */
  collect: { body: userErasure, response: erasureProgress },
  /** Lists the recorded objects of the service in the order of their IDs, without those of other services. */
  list: {
    body: userErasure.extend({ after: z.guid().nullable() }),
    response: z.object({ objects: z.array(erasedObject) }),
  },
  /** Records objects of another service. */
  add: {
    body: userErasure.extend({ objects: z.array(erasedObject).max(MAX_ERASED_OBJECTS) }),
    response: z.object({}),
  },
  /** Deletes the objects of the service, and the text and name of the user in other records. */
  erase: { body: userErasure, response: erasureProgress },
  /** Searches every store of the service for data of the user. */
  find: { body: userErasure, response: foundUserData },
  /** Deletes the recorded IDs. */
  end: { body: userErasure, response: erasureProgress },
} as const;

type Operations = typeof userDataOperations;

/** Returns the path of an operation. */
export const userDataPath = (operation: keyof Operations): string => `${USER_DATA_PATH}/${operation}`;

/** Exceeds the time limit of a call, 10 seconds, by the duration of one statement. */
const CALL_TIMEOUT_MS = 60_000;
/** Exceeds the duration of the counts of all tables of a service for a tenant with ten million rows. */
const SEARCH_TIMEOUT_MS = 240_000;

/**
 * Calls an operation of a service on the data of a user. All operations are idempotent.
 *
 * @throws as {@link ServiceClient}
 */
export async function callUserData<Operation extends keyof Operations>(
  service: ServiceClient,
  operation: Operation,
  body: z.input<Operations[Operation]['body']>,
  signal: AbortSignal,
): Promise<z.output<Operations[Operation]['response']>> {
  const response = await service(
    null,
    { method: 'post', path: userDataPath(operation), body },
    { signal, timeoutMs: operation === 'find' ? SEARCH_TIMEOUT_MS : CALL_TIMEOUT_MS },
  );
  return userDataOperations[operation].response.parse(response) as z.output<
    Operations[Operation]['response']
  >;
}
