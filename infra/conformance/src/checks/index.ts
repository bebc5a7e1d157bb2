import { authorizationSuite } from './authorization-suite.ts';
import type { Check } from './check.ts';
import { hosts } from './hosts.ts';
import { inspectorSignsIn, inspectorWithToken } from './inspector.ts';
import { mcpRemote, mcpRemoteDevice } from './mcp-remote.ts';
import { serverSuite } from './server-suite.ts';

export const checks: readonly Check[] = [
  serverSuite('2025-11-25'),
  serverSuite('2026-07-28'),
  authorizationSuite,
  inspectorWithToken,
  inspectorSignsIn,
  mcpRemote,
  mcpRemoteDevice,
  hosts,
];
