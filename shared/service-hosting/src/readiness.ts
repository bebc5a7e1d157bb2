import { setTimeout as delay } from 'node:timers/promises';
import type { Health } from './admin-app.ts';

/** Resolves when what it asks answers. */
export type ReadinessCheck = () => Promise<unknown>;

export interface Readiness extends Health {
  /** From now on ready while these checks pass. */
  begin(checks: Record<string, ReadinessCheck>): void;
  /** From now on not ready, so that balancers send nothing more. */
  drain(): void;
}

/** What needs longer than this does not serve anybody. */
const ANSWER_TIMEOUT_MS = 1_000;

/** Not ready until it begins and once it drains. However many ask, each check has one question under way. */
export function createReadiness(): Readiness {
  let checks: Record<string, ReadinessCheck> | null = null;
  let draining = false;
  const asking = new Map<string, Promise<boolean>>();
  function passes(name: string, check: ReadinessCheck): Promise<boolean> {
    const running =
      asking.get(name) ??
      Promise.race([
        check().then(
          () => true,
          () => false,
        ),
        delay(ANSWER_TIMEOUT_MS, false, { ref: false }),
      ]).finally(() => asking.delete(name));
    asking.set(name, running);
    return running;
  }
  return {
    begin: (of) => {
      checks = of;
    },
    drain: () => {
      draining = true;
    },
    notReady: async () => {
      if (draining) return ['shutdown'];
      if (checks === null) return ['start'];
      const answers = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => ((await passes(name, check)) ? [] : [name])),
      );
      return answers.flat();
    },
  };
}
