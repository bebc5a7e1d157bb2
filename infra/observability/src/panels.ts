import type { Panel } from './dashboard.ts';
import { NAMESPACE } from './selectors.ts';

/** Differences between the indexes and PostgreSQL. */
export const DRIFT: Panel = {
  title: 'Drift',
  description:
    'Items that differed from PostgreSQL in the last reconciliation, which repaired them. Normally 0.',
  unit: 'short',
  alertFrom: 1,
  series: [{ query: `max by (index) (loci_index_drift_items{${NAMESPACE}})`, legend: '{{index}}' }],
};
