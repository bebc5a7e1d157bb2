import { describe, expect, test } from '@jest/globals';
import { formatStartupBanner } from './startup-banner.ts';
import type { StartupBanner } from './startup-banner.ts';

const BANNER: StartupBanner = {
  startedInMs: 2_340,
  baseUrl: 'http://localhost:8080',
  authUrl: 'http://localhost:8081',
  portalUrl: 'http://localhost:8082',
  metricsUrls: { standalone: 'http://127.0.0.1:9090/metrics' },
  dataDir: '/srv/loci',
  secretsDir: '/srv/loci/secrets',
  isAdminTokenConfigured: false,
  newAdminToken: null,
  newApiKey: null,
};

describe('startup banner', () => {
  test('lists the URLs, the data folder and the startup time', () => {
    const text = formatStartupBanner(BANNER);
    for (const part of ['2.3 s', ':8080', ':8081', ':8082', ':9090/metrics', '/srv/loci']) {
      expect(text).toContain(part);
    }
  });

  test('prints where the credentials are if no credentials are new', () => {
    const text = formatStartupBanner(BANNER);
    expect(text).toContain('The admin token is in /srv/loci/secrets/admin-token.');
    expect(text).toContain('Create another one at http://localhost:8082/keys.');
    expect(text).not.toContain('LOCI_TOKEN');
  });

  test('does not name a file for an admin token that the operator set', () => {
    expect(formatStartupBanner({ ...BANNER, isAdminTokenConfigured: true })).not.toMatch(/admin.token/i);
  });

  test('prints the MCP address with a command that connects an assistant', () => {
    const command = 'claude mcp add --transport http loci http://localhost:8080/mcp';
    expect(formatStartupBanner(BANNER)).toContain(command);
  });

  test('prints a new API key with commands that use it', () => {
    const text = formatStartupBanner({ ...BANNER, newApiKey: 'loci_key' });
    expect(text).toContain("-H 'Authorization: Bearer loci_key'");
  });

  test('prints a new admin token with the file that stores it', () => {
    const text = formatStartupBanner({ ...BANNER, newAdminToken: 'loci_admin_x' });
    expect(text).toContain('/srv/loci/secrets/admin-token');
    expect(text).toContain('    loci_admin_x\n');
  });

  test('lists the metrics of each process if there is more than one process', () => {
    const metricsUrls = { memory: 'http://127.0.0.1:1/metrics', graph: 'http://127.0.0.1:2/metrics' };
    const text = formatStartupBanner({ ...BANNER, metricsUrls });
    expect(text).toContain('2 processes');
    expect(text).toMatch(
      /memory +http:\/\/127\.0\.0\.1:1\/metrics\n +graph +http:\/\/127\.0\.0\.1:2\/metrics/,
    );
  });
});
