/** Contents of the startup banner. */
export interface StartupBanner {
  /** Milliseconds from process start until the platform was ready. */
  startedInMs: number;
  baseUrl: string;
  authUrl: string;
  portalUrl: string;
  /** URL of the metrics of each process, by process name. */
  metricsUrls: Readonly<Record<string, string>>;
  /** Folder of the data, if it is on this machine. */
  dataDir?: string;
  /** Folder of the generated secrets. */
  secretsDir: string;
  /** True if the operator set the admin token, so that it is not stored in `secretsDir`. */
  isAdminTokenConfigured: boolean;
  /** Generated admin token that was not printed before, or null. */
  newAdminToken: string | null;
  /** Generated API key that was not printed before, or null. */
  newApiKey: string | null;
  /** Link for creating the first user account. Null if an account exists. */
  firstSignInLink?: string | null;
}

/**
 * Formats the text that the platform prints when it is ready, with URLs, new credentials and first commands.
 */
export function formatStartupBanner(banner: StartupBanner): string {
  const { baseUrl, secretsDir, newAdminToken, newApiKey, firstSignInLink } = banner;
  const metrics = Object.entries(banner.metricsUrls);
  const seconds = (banner.startedInMs / 1000).toFixed(1);
  const lines = [
    '',
    `  Loci is ready (${metrics.length > 1 ? `${metrics.length} processes, ` : ''}${seconds} s)`,
    '',
    `  API        ${baseUrl}        reference at ${baseUrl}/docs`,
    `  Sign-in    ${banner.authUrl}`,
    `  Portal     ${banner.portalUrl}`,
    `  MCP        ${baseUrl}/mcp`,
  ];
  if (metrics.length === 1) lines.push(`  Metrics    ${metrics[0]![1]}`);
  if (banner.dataDir !== undefined) lines.push(`  Data       ${banner.dataDir}`);
  lines.push('');
  if (metrics.length > 1) {
    lines.push('  Metrics', ...metrics.map(([name, url]) => `    ${name.padEnd(20)} ${url}`), '');
  }
  if (newAdminToken === null && newApiKey === null) {
    if (!banner.isAdminTokenConfigured) lines.push(`  The admin token is in ${secretsDir}/admin-token.`);
    lines.push(`  Existing API keys stay valid. Create another one at ${banner.portalUrl}/keys.`, '');
  }
  if (newAdminToken !== null) {
    lines.push(
      '  Admin token for managing tenants, users and keys',
      `  (shown once; stored in ${secretsDir}/admin-token):`,
      `    ${newAdminToken}`,
      '',
    );
  }
  if (firstSignInLink != null) {
    lines.push(
      '  Open this link in a browser to create your account (works once):',
      `    ${firstSignInLink}`,
      '',
    );
  }
  if (newApiKey !== null) {
    lines.push(
      '  Your API key (shown once; keep it):',
      `    ${newApiKey}`,
      '',
      ...firstCommands(baseUrl, newApiKey),
    );
  }
  lines.push(
    '  Connect an assistant, for example Claude Code:',
    `    claude mcp add --transport http loci ${baseUrl}/mcp`,
    '',
    '  Stop with Ctrl+C.',
    '',
  );
  return lines.join('\n');
}

const firstCommands = (baseUrl: string, apiKey: string): string[] => [
  '  Store a first memory and find it again:',
  '',
  `    export LOCI_TOKEN=$(curl -s -X POST ${baseUrl}/api/v2/auth/token \\`,
  `      -H 'Authorization: Bearer ${apiKey}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  `    curl -s ${baseUrl}/api/v2/memories -H "Authorization: Bearer $LOCI_TOKEN" \\`,
  `      -H 'Content-Type: application/json' -d '{"content":"Ada prefers tea to coffee."}'`,
  `    curl -s ${baseUrl}/api/v2/search/hybrid -H "Authorization: Bearer $LOCI_TOKEN" \\`,
  `      -H 'Content-Type: application/json' -d '{"query":"What does Ada drink?"}'`,
  '',
];
