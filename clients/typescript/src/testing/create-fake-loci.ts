import { Loci } from '../loci.ts';
import type { LociOptions } from '../options.ts';
import { Clock } from './data/clock.ts';
import { Tenant } from './data/tenant.ts';
import type { Limits } from './data/tenant.ts';
import { Accounts } from './server/accounts.ts';
import { respond } from './server/fake-server.ts';
import type { FakeUser, Permission } from './server/operation.ts';

const MAX_TENANTS = 1_000;
const RELATIONSHIPS_PER_MEMORY = 10;
const MAX_STORED_RESPONSES = 10_000;
const BASE_URL = 'http://loci.fake';

/** Options of {@link createFakeLoci}. */
export interface FakeLociOptions {
  /** Maximum number of memories and replaced states of each tenant. Default: 10,000. */
  maxMemories?: number | undefined;
  /** Maximum number of bytes of the documents of each tenant. Default: 64 MiB. */
  maxDocumentBytes?: number | undefined;
  /** Returns the current time in milliseconds since the epoch. Default: `Date.now`. */
  now?: (() => number) | undefined;
}

/** Options of an API key. */
export interface FakeApiKeyOptions {
  /** Default: `read`, `write` and `delete`. */
  permissions?: readonly Permission[] | undefined;
  /** `member` creates a user who is not an owner. Default: `owner`, which is the same user for all keys. */
  role?: 'owner' | 'member' | undefined;
}

/** Options of clients of a fake server, which sets the other options. */
export type FakeClientOptions = Omit<LociOptions, 'baseUrl' | 'fetch' | 'accessToken'>;

/** A tenant of a fake server. */
export interface FakeTenant {
  readonly tenantId: string;
  /** API key of an owner. */
  readonly apiKey: string;
  /** Client with this API key. */
  readonly client: Loci;
  createApiKey(options?: FakeApiKeyOptions): string;
  /** Creates a client, by default with the API key of the owner. */
  createClient(options?: FakeClientOptions): Loci;
}

/** A fake server with one tenant. */
export interface FakeLoci extends FakeTenant {
  /** Base URL of the fake server. No request leaves the process. */
  readonly baseUrl: string;
  /** Value of the option `fetch` of {@link Loci}. */
  readonly fetch: typeof globalThis.fetch;
  /** Creates another tenant, which has its own data. */
  createTenant(): FakeTenant;
}

/**
 * Creates an in-memory fake of a Loci server for tests of applications. The client is the real one, with all its code for
 * tokens, retries and errors.
 */
export function createFakeLoci(options: FakeLociOptions = {}): FakeLoci {
  const clock = new Clock(options.now ?? Date.now);
  const accounts = new Accounts(clock);
  const limits = toLimits(options);
  const fetch: typeof globalThis.fetch = (input, init) =>
    respond({ clock, accounts }, new Request(input, init));
  let tenants = 0;
  const createTenant = (): FakeTenant => {
    if (tenants >= MAX_TENANTS) throw new RangeError(`A fake has at most ${MAX_TENANTS} tenants.`);
    tenants += 1;
    const tenant = new Tenant(clock.newId(), limits);
    const ownerId = clock.newId();
    const createApiKey: FakeTenant['createApiKey'] = ({ permissions, role = 'owner' } = {}) => {
      const user: FakeUser = {
        id: role === 'owner' ? ownerId : clock.newId(),
        role,
        permissions: permissions ?? ['read', 'write', 'delete'],
      };
      return accounts.createKey({ tenant, user });
    };
    const apiKey = createApiKey();
    const createClient: FakeTenant['createClient'] = (clientOptions = {}) =>
      new Loci({ apiKey, ...clientOptions, baseUrl: BASE_URL, fetch });
    return { tenantId: tenant.id, apiKey, client: createClient(), createApiKey, createClient };
  };
  return { ...createTenant(), baseUrl: BASE_URL, fetch, createTenant };
}

/** @throws RangeError for a limit that is not a positive integer */
function toLimits({ maxMemories = 10_000, maxDocumentBytes = 64 * 1024 * 1024 }: FakeLociOptions): Limits {
  for (const [name, value] of Object.entries({ maxMemories, maxDocumentBytes }))
    if (!Number.isSafeInteger(value) || value < 1)
      throw new RangeError(`${name} must be a positive integer.`);
  return {
    memories: maxMemories,
    relationships: maxMemories * RELATIONSHIPS_PER_MEMORY,
    contradictions: maxMemories,
    documentBytes: maxDocumentBytes,
    storedResponses: MAX_STORED_RESPONSES,
  };
}
