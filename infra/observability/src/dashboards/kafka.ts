import type { Dashboard } from '../dashboard.ts';
import { GROUP, LOCI, NAMESPACE, quantile, rate } from '../selectors.ts';

const TOPIC = 'messaging_destination_name';

export const kafka: Dashboard = {
  uid: 'loci-kafka',
  title: 'Loci / Kafka',
  description:
    'Messaging between the services, as Loci measures it. The brokers export their own metrics. In the standalone platform, consumers read from the outbox instead of Kafka.',
  rows: [
    {
      title: 'Relay',
      panels: [
        {
          title: 'Unpublished events',
          description:
            'Events in the outbox of each service that are not in Kafka yet. Alert LociOutboxBacklog above 1,000. Missing if they cannot be counted.',
          unit: 'short',
          alertFrom: 1000,
          width: 12,
          series: [
            {
              query: `max by (service) (namespace_service:loci_outbox_pending_events:max{${NAMESPACE}})`,
              legend: '{{service}}',
            },
          ],
        },
        {
          title: 'Published events',
          description: 'Events per second that the relays of each service publish.',
          unit: 'eps',
          width: 12,
          series: [
            { query: rate('messaging_client_sent_messages_total', LOCI, ['service']), legend: '{{service}}' },
          ],
        },
      ],
    },
    {
      title: 'Consumers',
      panels: [
        {
          title: 'Consumer lag',
          description: 'Events that each consumer group has not processed.',
          unit: 'short',
          alertFrom: 1000,
          series: [{ query: `max by (group) (loci_consumer_lag_events{${NAMESPACE}})`, legend: '{{group}}' }],
        },
        {
          title: 'Consumed events by topic',
          description: 'Events per second, by the topics of the batches and the consumer group.',
          unit: 'eps',
          series: [
            {
              query: rate('messaging_client_consumed_messages_total', LOCI, [TOPIC, GROUP]),
              legend: `{{${TOPIC}}} → {{${GROUP}}}`,
            },
          ],
        },
        {
          title: 'Consumed events by process',
          description:
            'Events per second of each process. Processes of a service share the partitions of a group.',
          unit: 'eps',
          series: [
            {
              query: rate('messaging_client_consumed_messages_total', LOCI, ['service', 'instance']),
              legend: '{{service}} {{instance}}',
            },
          ],
        },
        {
          title: 'Duration of a batch',
          description: 'Percentiles of the duration of the handling of a batch by all consumer groups.',
          unit: 's',
          series: [0.5, 0.95, 0.99].map((value) => ({
            query: quantile(value, 'messaging_process_duration_seconds', LOCI),
            legend: `p${value * 100}`,
          })),
        },
        {
          title: 'Failed batches',
          description: 'Failed batches per second, by the code or the class of the error.',
          unit: 'ops',
          series: [
            {
              query: rate('messaging_process_duration_seconds_count', `${LOCI}, error_type!=""`, [
                'error_type',
              ]),
              legend: '{{error_type}}',
            },
          ],
        },
        {
          title: 'Dead letters',
          description: 'Events in one hour that were moved to the dead-letter queue.',
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
  ],
};
