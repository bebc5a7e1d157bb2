import type { Scenario } from './scenario.ts';

/** How long a platform takes on an empty DATA_DIR: the database made, migrations, the first tenant. */
export const firstStart: Scenario = {
  name: 'first-start',
  run: async ({ firstStartMs }) =>
    firstStartMs === undefined
      ? []
      : [
          {
            scenario: 'first-start',
            name: 'ready on an empty DATA_DIR',
            unit: 'ms',
            count: 1,
            value: firstStartMs,
            targets: [{ of: 'value', atMost: 5_000 }],
          },
        ],
};
