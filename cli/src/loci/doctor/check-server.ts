import { ApiError } from '@loci/client';
import type { Loci } from '@loci/client';
import type { CommandContext, GlobalOptions } from '../command-context.ts';
import { sendRequest } from '../server/send-request.ts';
import type { HttpResponse } from '../server/send-request.ts';
import { toCommandError } from '../server/to-command-error.ts';
import { openClient } from '../session.ts';
import { VERSION } from '../version.ts';
import { fail, ok, skip, warn } from './check.ts';
import type { CheckResult } from './check.ts';
import { checkVersion } from './check-versions.ts';

const TIMEOUT_MS = 5_000;
/** Tokens are rejected if the clocks differ by more than their leeway. */
const MAX_SKEW_SECONDS = 60;
const WARN_SKEW_SECONDS = 5;
const AFTER_SERVER = ['readiness', 'clock', 'version', 'login', 'engines'];

const messageOf = (error: unknown): string => (toCommandError(error) as Error).message;

/** Checks the server and everything that needs it. Without a server, the other checks are skipped. */
export async function checkServer(
  context: CommandContext,
  options: GlobalOptions,
  baseUrl: string,
): Promise<CheckResult[]> {
  let health: HttpResponse;
  let sentAt: number;
  try {
    sentAt = Date.now();
    health = await sendRequest({ method: 'GET', url: `${baseUrl}/health/ready`, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    return withoutServer(
      'No server responds.',
      `${messageOf(error)} Without it, only this machine was checked.`,
    );
  }
  if (health.status !== 200 && health.status !== 503)
    return withoutServer(`${baseUrl} is not a Loci server.`, 'Set the address with --url or LOCI_URL.');
  const document = await sendRequest({ method: 'GET', url: `${baseUrl}/openapi.json` }).catch(() => null);
  const version = (document?.json as { info?: { version?: string } } | undefined)?.info?.version ?? null;
  return [
    ok('server', `${baseUrl} responds.`),
    checkReadiness(health),
    checkClock(health.headers.get('date'), sentAt, Date.now()),
    checkVersion(VERSION, version),
    ...(await checkLogin(context, options)),
  ];
}

function withoutServer(message: string, action: string): CheckResult[] {
  return [
    fail('server', message, action),
    ...AFTER_SERVER.map((name) => skip(name, 'Not checked, because no server responds.')),
  ];
}

function checkReadiness({ status, json }: HttpResponse): CheckResult {
  if (status === 200) return ok('readiness', 'The server is ready, including its database.');
  const waitingFor = ((json ?? {}) as { waiting_for?: string[] }).waiting_for?.join(', ') ?? 'its start';
  return fail(
    'readiness',
    `The server is not ready. It waits for: ${waitingFor}.`,
    'See the log of the server, and "Check health" in docs/operations.md.',
  );
}

/**
 * Compares the clock of this machine with the header `date` of a response.
 *
 * @param sentAt time of the request in milliseconds since 1970
 * @param receivedAt time of the response
 */
export function checkClock(date: string | null, sentAt: number, receivedAt: number): CheckResult {
  const server = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(server)) return skip('clock', 'The server does not report its time.');
  // The header has whole seconds.
  const seconds = Math.round(Math.max(0, sentAt - (server + 1_000), server - receivedAt) / 1_000);
  if (seconds <= WARN_SKEW_SECONDS) return ok('clock', 'The clocks of this machine and of the server agree.');
  const message = `The clocks of this machine and of the server differ by ${seconds} s.`;
  const action = 'Synchronize both clocks with NTP.';
  return seconds > MAX_SKEW_SECONDS ? fail('clock', message, action) : warn('clock', message, action);
}

async function checkLogin(context: CommandContext, options: GlobalOptions): Promise<CheckResult[]> {
  let loci: Loci;
  try {
    loci = await openClient(context, options);
    return [describeIdentity(await loci.auth.verify()), await checkEngines(loci)];
  } catch (error) {
    const rejected = !(error instanceof ApiError) || error.status < 500;
    const message = rejected
      ? 'The server does not accept your sign-in.'
      : 'The sign-in could not be checked.';
    return [
      fail('login', message, messageOf(error)),
      skip('engines', 'Not checked, because a search needs a sign-in.'),
    ];
  }
}

function describeIdentity(identity: Awaited<ReturnType<Loci['auth']['verify']>>): CheckResult {
  const { tenant_id: tenant, permissions, scopes, expires_at: expiresAt } = identity;
  const message = `Signed in to tenant ${tenant} with the scopes ${scopes.join(', ')}. The token is valid until ${expiresAt}.`;
  const missing = ['read', 'write'].filter((permission) => !permissions.some((name) => name === permission));
  if (missing.length === 0) return ok('login', message);
  return warn(
    'login',
    `${message} The permission ${missing.join(' and ')} is missing.`,
    'Sign in with a credential that has it, to store memories.',
  );
}

/** Checks the search engines with a search. */
async function checkEngines(loci: Loci): Promise<CheckResult> {
  const { search_metadata: metadata } = await loci.search.hybrid({ query: 'loci doctor', limit: 1 });
  const degraded = metadata.degraded ?? [];
  if (degraded.length > 0)
    return warn(
      'engines',
      `These retrievers failed: ${degraded.join(', ')}. Searches can miss results.`,
      'See the log of the search service, and restore its engines.',
    );
  const { embedding_coverage: coverage } = await loci.search.stats();
  if (coverage < 1)
    return warn(
      'engines',
      `${(coverage * 100).toFixed(1)} % of the memories are indexed by meaning.`,
      'Wait for the indexing. If the number does not grow, see the log of the search service.',
    );
  return ok('engines', 'Searches use all engines, and all memories are indexed.');
}
