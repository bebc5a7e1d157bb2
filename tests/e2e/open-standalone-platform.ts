import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@loci/runtime';
import { environmentSchema, startStandalone } from '@loci/standalone';
import type { ConnectServices } from '@loci/standalone';
import { freePorts } from '@loci/runtime/free-ports';
import { WEBHOOK_ALLOWED_RANGES } from './sample-records.ts';

/** Addresses and admin token of a running platform. The suites access the platform only through them. */
export interface PlatformAddress {
  baseUrl: string;
  authUrl: string;
  portalUrl: string;
  adminToken: string;
  close(): Promise<void>;
}

/**
 * Starts a standalone platform on an empty data folder. If `E2E_BASE_URL`, `E2E_AUTH_URL` and `E2E_ADMIN_TOKEN` are set,
 * returns the running platform at these addresses instead (`E2E_PORTAL_URL` defaults to http://localhost:8082).
 *
 * @param connectServices defaults to function calls within this process
 */
export async function openStandalonePlatform(connectServices?: ConnectServices): Promise<PlatformAddress> {
  const { E2E_BASE_URL: baseUrl, E2E_AUTH_URL: authUrl, E2E_ADMIN_TOKEN: adminToken } = process.env;
  const portalUrl = process.env['E2E_PORTAL_URL'] ?? 'http://localhost:8082';
  if (baseUrl !== undefined && authUrl !== undefined && adminToken !== undefined) {
    return { baseUrl, authUrl, portalUrl, adminToken, close: () => Promise.resolve() };
  }
  return startStandalonePlatform(connectServices);
}

async function startStandalonePlatform(connectServices?: ConnectServices): Promise<PlatformAddress> {
  const [port, authPort, portalPort] = (await freePorts(3)) as [number, number, number];
  const dataDir = mkdtempSync(join(tmpdir(), 'loci-e2e-'));
  const adminToken = randomBytes(24).toString('hex');
  const config = loadConfig(environmentSchema, {
    DATA_DIR: dataDir,
    PORT: String(port),
    AUTH_PORT: String(authPort),
    PORTAL_PORT: String(portalPort),
    ADMIN_TOKEN: adminToken,
    LOG_LEVEL: 'warn',
    // No test reaches this limit. 0 would disable the rate limit headers.
    RATE_LIMIT_PER_MINUTE: '10000000',
    WEBHOOK_ALLOWED_RANGES,
  });
  const platform = await startStandalone(config, {
    print: () => undefined,
    startedAt: Date.now(),
    ...(connectServices === undefined ? {} : { connectServices }),
    responseCheck: 'throw',
  });
  return {
    baseUrl: config.PUBLIC_URL,
    authUrl: config.AUTH_URL,
    portalUrl: config.PORTAL_URL,
    adminToken,
    close: async () => {
      await platform.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
