import { parseMetrics } from './prometheus-text.ts';
import type { Sample } from './prometheus-text.ts';

/** State of one process. */
export interface ProcessState {
  url: string;
  /** Value of the label `service` of its metrics, or the URL if the process does not respond. */
  name: string;
  /** Missing dependencies; empty if the process is ready. Null if the process does not respond. */
  waitingFor: string[] | null;
  samples: Sample[];
}

export interface ListedTenant {
  tenant_id: string;
  name: string;
  tier: string;
  status: string;
  created_at: string;
}

export interface TenantPage {
  items: ListedTenant[];
  pagination: { page: number; has_next: boolean; has_prev: boolean; total: number };
}

/** Result of a request to the admin API. */
export type AdminResult =
  | { kind: 'tenants'; page: TenantPage }
  | { kind: 'wrong-token' }
  | { kind: 'throttled'; retryAfterSeconds: number }
  | { kind: 'no-admin-api' }
  | { kind: 'unreachable' };

/** Result of an operator command. */
export type CommandResult =
  | { kind: 'done'; results: Record<string, unknown>[] }
  /** The command takes longer than the portal waits. */
  | { kind: 'running' }
  | { kind: 'missing' }
  | { kind: 'wrong-token' }
  | { kind: 'failed'; reason: string };

const TIMEOUT_MS = 5_000;

/** The admin ports of the processes of a platform. @see docs/operations.md#check-health */
export interface AdminPorts {
  /** True if the portal knows at least one admin port. */
  isConfigured(): boolean;
  /** Lists tenants with the admin API of the authorization server, oldest first. */
  listTenants(adminToken: string, page: number): Promise<AdminResult>;
  /** Returns the health and the metrics of all processes. They need no token. */
  readProcesses(): Promise<ProcessState[]>;
  /**
   * Runs an operator command.
   *
   * @param options.everywhere true to run it in all processes that have it, otherwise in the first one
   * @param options.waitMs time to wait for the result of a process
   */
  run(
    adminToken: string,
    command: string,
    options: { everywhere: boolean; waitMs: number },
  ): Promise<CommandResult>;
}

/** @param urls returns the URLs of the admin ports, without a trailing slash */
export function createAdminPorts(urls: () => readonly string[]): AdminPorts {
  return {
    isConfigured: () => urls().length > 0,

    async listTenants(adminToken, page) {
      const path = `/admin/tenants?per_page=50&page=${page}`;
      const responses = await Promise.all(
        urls().map((url) => send(url, path, { headers: bearer(adminToken) }, TIMEOUT_MS)),
      );
      const reached = responses.filter((response) => response !== null);
      const response = reached.find(({ status }) => status !== 404);
      if (response === undefined) return { kind: reached.length === 0 ? 'unreachable' : 'no-admin-api' };
      if (response.status === 429) {
        return { kind: 'throttled', retryAfterSeconds: Number(response.headers.get('retry-after') ?? 60) };
      }
      if (response.status === 401) return { kind: 'wrong-token' };
      if (!response.ok) return { kind: 'unreachable' };
      return { kind: 'tenants', page: ((await response.json()) as { data: TenantPage }).data };
    },

    readProcesses: () => Promise.all(urls().map(readProcess)),

    async run(adminToken, command, { everywhere, waitMs }) {
      const results: Record<string, unknown>[] = [];
      for (const url of urls()) {
        const init = { method: 'POST', headers: bearer(adminToken) };
        const response = await send(url, `/commands/${command}`, init, waitMs);
        if (response === null) {
          if (await isReachable(url)) return { kind: 'running' };
          continue;
        }
        const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
        if (response.status === 404) continue;
        if (response.status === 401) return { kind: 'wrong-token' };
        if (!response.ok) return { kind: 'failed', reason: String(body['error'] ?? response.status) };
        results.push(body);
        if (!everywhere) break;
      }
      return results.length === 0 ? { kind: 'missing' } : { kind: 'done', results };
    },
  };
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** Sends a request. Returns null if there is no response in time. */
async function send(
  url: string,
  path: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<Response | null> {
  try {
    return await fetch(`${url}${path}`, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    return null;
  }
}

const isReachable = async (url: string): Promise<boolean> =>
  (await send(url, '/health/live', {}, TIMEOUT_MS))?.ok ?? false;

async function readProcess(url: string): Promise<ProcessState> {
  const [health, metrics] = await Promise.all([
    send(url, '/health/ready', {}, TIMEOUT_MS),
    send(url, '/metrics', {}, TIMEOUT_MS),
  ]);
  const samples = metrics?.ok ? parseMetrics(await metrics.text().catch(() => '')) : [];
  const name = samples.find(({ labels }) => labels['service'] !== undefined)?.labels['service'] ?? url;
  if (health === null) return { url, name, waitingFor: null, samples };
  const { waiting_for: waitingFor = [] } = (await health.json().catch(() => ({}))) as {
    waiting_for?: string[];
  };
  return { url, name, waitingFor, samples };
}
