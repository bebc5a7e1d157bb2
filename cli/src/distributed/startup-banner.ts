import type { DistributedPlatform } from './start-distributed.ts';

/** What a person sees when all services are ready. */
export function servicesScreen(services: DistributedPlatform, startedInMs: number): string {
  const lines = [
    '',
    `  Loci is ready (${services.processes.length} processes, ${(startedInMs / 1000).toFixed(1)} s)`,
    '',
    `  API        ${services.baseUrl}        reference at ${services.baseUrl}/docs`,
    `  Sign-in    ${services.authUrl}`,
    `  Portal     ${services.portalUrl}`,
    '',
    '  Metrics and health',
    ...Object.entries(services.adminPorts).map(
      ([name, port]) => `    ${name.padEnd(20)} http://127.0.0.1:${port}/metrics`,
    ),
    '',
  ];
  if (services.newAdminToken !== null) {
    lines.push('  Admin token (shown once):', `    ${services.newAdminToken}`, '');
  }
  if (services.newApiKey !== null) lines.push('  API key (shown once):', `    ${services.newApiKey}`, '');
  lines.push('  Stop with Ctrl+C.', '');
  return lines.join('\n');
}
