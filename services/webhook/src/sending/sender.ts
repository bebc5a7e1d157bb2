import { pause } from '@loci/async';
import type { Database } from '@loci/postgres';
import type { Logger } from '@loci/runtime';
import { attemptDelivery } from './attempt-delivery.ts';
import type { AttemptDeps } from './attempt-delivery.ts';
import { claimDeliveries, listBusyWebhooks } from './claim-deliveries.ts';
import type { BusyWebhook, Claim, ClaimedDelivery } from './claim-deliveries.ts';
import { recordOutcome } from './record-outcome.ts';
import type { RecordOutcomeDeps } from './record-outcome.ts';

export interface SenderDeps extends AttemptDeps, RecordOutcomeDeps {
  database: Pick<Database, 'inSystemTransaction'>;
}

type WarningLog = Pick<Logger, 'warn'>;

/** Sends the due messages of all webhooks. */
export interface Sender {
  /** Sends due messages until none is due. @returns the time of the next attempt, or null without pending messages */
  sendDue(signal: AbortSignal, log?: WarningLog): Promise<Date | null>;
  /** Makes `sendDue` and `nextWake` notice messages that became due. */
  wake(): void;
  /** Resolves after the next call of `wake`, after `maxMs`, or when `signal` is aborted. */
  nextWake(maxMs: number, signal: AbortSignal): Promise<void>;
}

/** Maximum number of attempts that run at the same time. A slow receiver cannot use all attempts of the process. */
const MAX_ATTEMPTS = { perProcess: 32, perTenant: 8, perWebhook: 4 };
/** Time after the timeout of an attempt in which its outcome is recorded. */
const LEASE_MARGIN_MS = 30_000;
/** Time between two searches for due messages while attempts are running. */
const RECHECK_MS = 1_000;

export function createSender(deps: SenderDeps): Sender {
  const { database, now, timeoutMs } = deps;
  const running = new Map<Promise<void>, BusyWebhook>();
  let wakeUp = Promise.withResolvers<void>();
  // Messages that became due while no caller was waiting must not be missed.
  let wasWoken = false;

  const wake = (): void => {
    wasWoken = true;
    wakeUp.resolve();
  };

  async function nextWake(maxMs: number, signal: AbortSignal): Promise<void> {
    if (!wasWoken) {
      const timer = new AbortController();
      await Promise.race([wakeUp.promise, pause(maxMs, AbortSignal.any([signal, timer.signal]))]);
      timer.abort();
    }
    wasWoken = false;
    wakeUp = Promise.withResolvers<void>();
  }

  const countRunning = (matches: (webhook: BusyWebhook) => boolean): number =>
    [...running.values()].filter(matches).length;

  /** Divides the free attempts among webhooks, in their order. */
  function toClaims(due: readonly BusyWebhook[]): Claim[] {
    let free = MAX_ATTEMPTS.perProcess - running.size;
    const freeOfTenant = new Map<string, number>();
    return due.flatMap(({ tenantId, webhookId }) => {
      const tenantLimit =
        freeOfTenant.get(tenantId) ??
        MAX_ATTEMPTS.perTenant - countRunning((webhook) => webhook.tenantId === tenantId);
      const webhookLimit =
        MAX_ATTEMPTS.perWebhook - countRunning((webhook) => webhook.webhookId === webhookId);
      const limit = Math.max(0, Math.min(free, tenantLimit, webhookLimit));
      free -= limit;
      freeOfTenant.set(tenantId, tenantLimit - limit);
      return limit === 0 ? [] : [{ tenantId, webhookId, limit }];
    });
  }

  async function send(delivery: ClaimedDelivery, signal: AbortSignal, log?: WarningLog): Promise<void> {
    try {
      await recordOutcome(deps, delivery, await attemptDelivery(deps, delivery, signal));
    } catch (error) {
      // The message is sent again when its lease ends.
      log?.warn({ err: error, webhook_id: delivery.webhookId }, 'Recording a webhook attempt failed');
    }
  }

  /** Starts attempts for due messages. @returns the time of the next attempt, or null without pending messages */
  async function startDue(signal: AbortSignal, log?: WarningLog): Promise<Date | null> {
    const busy = await database.inSystemTransaction((tx) => listBusyWebhooks(tx));
    const time = now();
    const claims = toClaims(busy.filter(({ nextAttemptAt }) => nextAttemptAt <= time));
    if (claims.length > 0) {
      const leaseUntil = new Date(time.getTime() + timeoutMs + LEASE_MARGIN_MS);
      const claimed = await database.inSystemTransaction((tx) =>
        claimDeliveries(tx, claims, { now: time, leaseUntil }),
      );
      for (const delivery of claimed) {
        const attempt = send(delivery, signal, log).finally(() => {
          running.delete(attempt);
          wake();
        });
        running.set(attempt, delivery);
      }
    }
    return busy.reduce<Date | null>(
      (earliest, { nextAttemptAt }) =>
        earliest === null || nextAttemptAt < earliest ? nextAttemptAt : earliest,
      null,
    );
  }

  return {
    wake,
    nextWake,
    sendDue: async (signal, log) => {
      try {
        for (;;) {
          const next = await startDue(signal, log);
          // An attempt that ended during `startDue` can have made the next message of its object due.
          if ((running.size === 0 && !wasWoken) || signal.aborted) return next;
          await nextWake(RECHECK_MS, signal);
        }
      } finally {
        if (signal.aborted) await Promise.all(running.keys());
      }
    },
  };
}
