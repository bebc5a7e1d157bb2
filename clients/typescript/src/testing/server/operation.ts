import type { Clock } from '../data/clock.ts';
import type { Tenant } from '../data/tenant.ts';
import type { Query } from '../validation/read-query.ts';
import type { EtagCondition } from './etag.ts';

export type Permission = 'read' | 'write' | 'delete';

/** User of a tenant. */
export interface FakeUser {
  id: string;
  role: 'owner' | 'member';
  permissions: readonly Permission[];
}

/** A validated request of a user. */
export interface Call {
  readonly tenant: Tenant;
  readonly user: FakeUser;
  readonly clock: Clock;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  /** JSON body with defaults, or the bytes of an upload. */
  readonly body: unknown;
  /** Content type of the body. */
  readonly contentType: string;
  readonly headers: Headers;
  readonly ifMatch: EtagCondition | null;
}

/** Result of an operation. */
export interface Result {
  data: unknown;
  /** HTTP status. Default: 200. */
  status?: number;
  metadata?: Readonly<Record<string, unknown>>;
  warnings?: readonly string[];
  etag?: string;
}

/** An operation of the fake. It runs without interruption, as in a transaction, and changes nothing if it throws. */
export type Handler = (call: Call) => Result | Response;
