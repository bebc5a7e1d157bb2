export interface StartupBanner {
  baseUrl: string;
  authUrl: string;
  portalUrl: string;
  metricsUrl: string;
  dataDir: string;
  startedInMs: number;
  /** Shown once, at the start that made them. */
  newApiKey: string | null;
  newAdminToken: string | null;
  /** Until somebody has signed in; another one at each start. */
  firstSignInLink: string | null;
}

/** What a person sees when the platform is ready: where it is, and the first thing to try. */
export function formatStartupBanner(screen: StartupBanner): string {
  const lines = [
    '',
    `  Loci is ready (${(screen.startedInMs / 1000).toFixed(1)} s)`,
    '',
    `  API        ${screen.baseUrl}        reference at ${screen.baseUrl}/docs`,
    `  Sign-in    ${screen.authUrl}`,
    `  Portal     ${screen.portalUrl}`,
    `  Metrics    ${screen.metricsUrl}`,
    `  Data       ${screen.dataDir}`,
    '',
  ];
  if (screen.newAdminToken !== null) {
    lines.push(
      '  Admin token (makes tenants, users and keys; kept in the data folder, shown once):',
      `    ${screen.newAdminToken}`,
      '',
    );
  }
  if (screen.firstSignInLink !== null) {
    lines.push(
      '  Open this in a browser to make your account (works once):',
      `    ${screen.firstSignInLink}`,
      '',
    );
  }
  if (screen.newApiKey !== null) {
    lines.push(
      '  Your API key (shown once; keep it):',
      `    ${screen.newApiKey}`,
      '',
      '  Store a first memory and find it again:',
      '',
      `    export LOCI_TOKEN=$(curl -s -X POST ${screen.baseUrl}/api/v2/auth/token \\`,
      `      -H 'Authorization: Bearer ${screen.newApiKey}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
      `    curl -s ${screen.baseUrl}/api/v2/memories -H "Authorization: Bearer $LOCI_TOKEN" \\`,
      `      -H 'Content-Type: application/json' -d '{"content":"Ada prefers tea to coffee."}'`,
      `    curl -s ${screen.baseUrl}/api/v2/search/hybrid -H "Authorization: Bearer $LOCI_TOKEN" \\`,
      `      -H 'Content-Type: application/json' -d '{"query":"What does Ada drink?"}'`,
      '',
    );
  }
  lines.push('  Stop with Ctrl+C.', '');
  return lines.join('\n');
}
