import { randomUUID } from 'node:crypto';
import type { Caller } from '@loci/core';

/** A caller who may do everything, of a new tenant each time. */
export function testCaller(overrides: Partial<Caller> = {}): Caller {
  return {
    tenantId: randomUUID(),
    userId: randomUUID(),
    clientId: 'test',
    via: 'key',
    role: 'owner',
    tier: 'unlimited',
    scopes: ['read', 'write', 'profile'],
    permissions: ['read', 'write', 'delete'],
    requestId: 'test-request',
    ...overrides,
  };
}
