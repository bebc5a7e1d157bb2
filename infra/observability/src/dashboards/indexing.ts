import type { Dashboard } from '../dashboard.ts';
import { DRIFT } from '../panels.ts';
import { GROUP, LOCI, NAMESPACE, quantile, rate } from '../selectors.ts';

export const indexing: Dashboard = {
  uid: 'loci-indexing',
  title: 'Loci / Indexing',
  description:
    'The way of a write from PostgreSQL over the consumer groups to the indexes and the graph store.',
  rows: [
    {
      title: 'Backlog',
      panels: [
        {
          title: 'Consumer lag',
          description:
            'Events that each consumer group has not processed. Alert LociConsumerLag above 1,000.',
          unit: 'short',
          alertFrom: 1000,
          series: [
            {
              query: `max by (group) (namespace_group:loci_consumer_lag_events:max{${NAMESPACE}})`,
              legend: '{{group}}',
            },
          ],
        },
        {
          title: 'Estimated delay',
          description:
            'Time until a new event is processed: the lag divided by the rate of the last 5 minutes. Empty if no events are processed.',
          unit: 's',
          series: [
            {
              query: `max by (group) (namespace_group:loci_consumer_lag_events:max{${NAMESPACE}} / (namespace_group:loci_consumed_events:rate5m{${NAMESPACE}} > 0))`,
              legend: '{{group}}',
            },
          ],
        },
        {
          title: 'Dead letters',
          description:
            'Events in one hour that consumer groups moved to the dead-letter queue. Each one needs a manual action.',
          unit: 'short',
          alertFrom: 1,
          series: [
            {
              query: `sum by (group) (increase(loci_dead_letters_total{${NAMESPACE}}[1h]))`,
              legend: '{{group}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Batches',
      panels: [
        {
          title: 'Processed events',
          description:
            'Events per second that each consumer group receives. Repetitions after a failure count again.',
          unit: 'eps',
          series: [
            {
              query: rate('messaging_client_consumed_messages_total', LOCI, [GROUP]),
              legend: `{{${GROUP}}}`,
            },
          ],
        },
        {
          title: 'Duration of a batch',
          description: '95th percentile of the duration of the handling of a batch.',
          unit: 's',
          series: [
            {
              query: quantile(0.95, 'messaging_process_duration_seconds', LOCI, [GROUP]),
              legend: `{{${GROUP}}}`,
            },
          ],
        },
        {
          title: 'Failed batches',
          description:
            'Share of the batches that failed and are repeated. Alert LociConsumerErrors above 10 %.',
          unit: 'percentunit',
          alertFrom: 0.1,
          series: [
            {
              query: `max by (group) (namespace_group:loci_failed_batch_ratio:rate5m{${NAMESPACE}})`,
              legend: '{{group}}',
            },
          ],
        },
        {
          title: 'Errors of batches',
          description: 'Failed batches per second, by the code or the class of the error.',
          unit: 'ops',
          width: 12,
          series: [
            {
              query: rate('messaging_process_duration_seconds_count', `${LOCI}, error_type!=""`, [
                GROUP,
                'error_type',
              ]),
              legend: `{{${GROUP}}}: {{error_type}}`,
            },
          ],
        },
        {
          title: 'Events per batch',
          description: 'Average number of events per batch. Batches grow with the lag.',
          unit: 'short',
          width: 12,
          series: [
            {
              query: `${rate('messaging_client_consumed_messages_total', LOCI, [GROUP])} / ${rate('messaging_process_duration_seconds_count', LOCI, [GROUP])}`,
              legend: `{{${GROUP}}}`,
            },
          ],
        },
      ],
    },
    {
      title: 'Reconciliation',
      panels: [
        DRIFT,
        {
          title: 'Expired memories',
          description:
            'Time since the first expiry of a memory that is not erased yet. Alert LociExpiredMemoriesNotErased above one hour.',
          unit: 's',
          alertFrom: 3600,
          series: [{ query: `max(loci_oldest_expired_memory_seconds{${NAMESPACE}})`, legend: 'oldest' }],
        },
        {
          title: 'Misplaced audit entries',
          description:
            'Audit entries that the last maintenance moved because their month had no partition. Normally 0.',
          unit: 'short',
          alertFrom: 1,
          series: [
            { query: `max by (schema) (loci_audit_misplaced_entries{${NAMESPACE}})`, legend: '{{schema}}' },
          ],
        },
      ],
    },
  ],
};
