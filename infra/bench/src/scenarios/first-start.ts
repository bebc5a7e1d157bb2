import type { Scenario } from './scenario.ts';

/**
 * Measures a start with an empty DATA_DIR. The start includes the creation of the database cluster and the
 * first tenant, and the migrations.
 */
export const firstStart: Scenario = {
  name: 'first-start',
  run: async ({ measureFirstStart }) =>
    measureFirstStart === undefined
      ? []
      : [
          {
            scenario: 'first-start',
            name: 'ready with an empty DATA_DIR',
            unit: 'ms',
            count: 1,
            value: await measureFirstStart(),
            targets: [{ of: 'value', atMost: 5_000 }],
          },
        ],
};
