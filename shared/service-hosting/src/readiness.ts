import { withTimeout } from '@loci/async';
import type { Health } from './admin-app.ts';

/** Resolves if the dependency is usable and rejects otherwise. */
export type ReadinessCheck = () => Promise<unknown>;

/** Readiness of one process, from startup to shutdown. */
export interface Readiness extends Health {
  /** Ends the startup phase. Afterwards, the process is ready while all checks pass. */
  begin(checks: Record<string, ReadinessCheck>): void;
  /**
   * Starts the shutdown phase. The process reports not ready, so that load balancers stop sending requests.
   */
  drain(): void;
}

/** Timeout of a readiness check. A dependency that takes longer to respond counts as unavailable. */
const CHECK_TIMEOUT_MS = 1_000;

/**
 * Tracks the readiness of a process. The process is not ready before `begin` and after `drain`. Concurrent
 * calls of `notReady` share one run of each check.
 */
export function createReadiness(): Readiness {
  let checks: Record<string, ReadinessCheck> | null = null;
  let draining = false;
  const pending = new Map<string, Promise<boolean>>();
  function passes(name: string, check: ReadinessCheck): Promise<boolean> {
    const running =
      pending.get(name) ??
      withTimeout(
        check().then(
          () => true,
          () => false,
        ),
        CHECK_TIMEOUT_MS,
        () => false,
      ).finally(() => pending.delete(name));
    pending.set(name, running);
    return running;
  }
  return {
    begin: (given) => {
      checks = given;
    },
    drain: () => {
      draining = true;
    },
    notReady: async () => {
      if (draining) return ['shutdown'];
      if (checks === null) return ['start'];
      const failing = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => ((await passes(name, check)) ? [] : [name])),
      );
      return failing.flat();
    },
  };
}
