import type { Caller } from '@loci/core';
import { testCaller } from './test-caller.ts';

/** Callers that lack the permission or the scope for an operation, with the expected error code. */
export const CALLERS_WITHOUT = {
  write: [
    [
      'an API key without the permission write',
      testCaller({ via: 'key', scopes: ['read'], permissions: ['read'] }),
      'AUTH_FORBIDDEN',
    ],
    [
      'an OAuth token without the scope write',
      testCaller({ via: 'oauth', scopes: ['read'] }),
      'AUTH_INSUFFICIENT_PERMISSIONS',
    ],
    [
      'an OAuth token of a viewer',
      testCaller({ via: 'oauth', role: 'viewer', permissions: ['read'] }),
      'AUTH_FORBIDDEN',
    ],
  ],
  read: [
    [
      'an API key without the permission read',
      testCaller({ via: 'key', scopes: ['write'], permissions: ['write'] }),
      'AUTH_FORBIDDEN',
    ],
    [
      'an OAuth token without the scope read',
      testCaller({ via: 'oauth', scopes: ['write'] }),
      'AUTH_INSUFFICIENT_PERMISSIONS',
    ],
  ],
  delete: [
    [
      'an API key without the permission delete',
      testCaller({ via: 'key', permissions: ['read', 'write'] }),
      'AUTH_FORBIDDEN',
    ],
    [
      'an API key without the scope write',
      testCaller({ via: 'key', scopes: ['read'], permissions: ['read', 'delete'] }),
      'AUTH_FORBIDDEN',
    ],
    [
      'an OAuth token without the scope write',
      testCaller({ via: 'oauth', scopes: ['read'] }),
      'AUTH_INSUFFICIENT_PERMISSIONS',
    ],
  ],
} as const satisfies Record<string, readonly (readonly [string, Caller, string])[]>;
