import { randomUUID } from 'node:crypto';
import type { Caller } from '@loci/core';

/** Returns a caller with all permissions. Each call has a new tenant and user. */
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
