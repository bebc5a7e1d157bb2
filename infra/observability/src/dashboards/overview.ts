import type { Dashboard } from '../dashboard.ts';
import { DURATION, LOCI, NAMESPACE, PUBLIC_API, rate } from '../selectors.ts';

export const overview: Dashboard = {
  uid: 'loci-overview',
  title: 'Loci / Overview',
  description: 'State of the whole platform. Start here after an alert.',
  rows: [
    {
      title: 'State',
      panels: [
        {
          title: 'Processes',
          description: 'Processes whose metrics Prometheus can read.',
          unit: 'short',
          kind: 'stat',
          width: 4,
          series: [{ query: `sum(up{${LOCI}})`, legend: 'up' }],
        },
        {
          title: 'Unreachable processes',
          description:
            'Processes whose metrics Prometheus cannot read. Alert LociProcessDown after 5 minutes.',
          unit: 'short',
          kind: 'stat',
          width: 4,
          alertFrom: 1,
          series: [{ query: `count(up{${LOCI}} == 0) or vector(0)`, legend: 'down' }],
        },
        {
          title: 'Failed requests',
          description:
            'Share of the requests to the API in the last hour with a 5xx status. Alert LociHighErrorRate above 1.44 %.',
          unit: 'percentunit',
          kind: 'stat',
          width: 4,
          alertFrom: 0.0144,
          series: [{ query: `max(namespace:loci_api_error_ratio:rate1h{${NAMESPACE}})`, legend: '1 hour' }],
        },
        {
          title: 'Largest consumer lag',
          description:
            'Events that the slowest consumer group has not processed. Alert LociConsumerLag above 1,000.',
          unit: 'short',
          kind: 'stat',
          width: 4,
          alertFrom: 1000,
          series: [
            { query: `max(namespace_group:loci_consumer_lag_events:max{${NAMESPACE}})`, legend: 'events' },
          ],
        },
        {
          title: 'Dead letters',
          description: 'Events that consumer groups moved to the dead-letter queue in the last hour.',
          unit: 'short',
          kind: 'stat',
          width: 4,
          alertFrom: 1,
          series: [{ query: `sum(increase(loci_dead_letters_total{${NAMESPACE}}[1h]))`, legend: 'events' }],
        },
        {
          title: 'Firing alerts',
          description: 'Firing alerts of Loci.',
          unit: 'short',
          kind: 'stat',
          width: 4,
          alertFrom: 1,
          series: [
            {
              query: 'count(ALERTS{alertname=~"Loci.*", alertstate="firing"}) or vector(0)',
              legend: 'alerts',
            },
          ],
        },
      ],
    },
    {
      title: 'Load',
      panels: [
        {
          title: 'Requests',
          description: 'Requests per second to the API, by class of the status.',
          unit: 'reqps',
          series: [
            {
              query: rate(`${DURATION}_count`, `${PUBLIC_API}, http_response_status_code=~"2.."`),
              legend: '2xx',
            },
            {
              query: rate(`${DURATION}_count`, `${PUBLIC_API}, http_response_status_code=~"4.."`),
              legend: '4xx',
            },
            {
              query: rate(`${DURATION}_count`, `${PUBLIC_API}, http_response_status_code=~"5.."`),
              legend: '5xx',
            },
          ],
        },
        {
          title: '95th percentile of the durations',
          description: 'Duration that 95 % of all requests, and of the searches, do not exceed.',
          unit: 's',
          alertFrom: 1,
          series: [
            {
              query: `max(namespace:loci_api_request_duration_seconds:p95_5m{${NAMESPACE}})`,
              legend: 'requests',
            },
            {
              query: `max(namespace:loci_search_request_duration_seconds:p95_5m{${NAMESPACE}})`,
              legend: 'searches',
            },
          ],
        },
        {
          title: 'Processed events',
          description: 'Events per second that each consumer group receives.',
          unit: 'eps',
          series: [
            {
              query: `sum by (group) (namespace_group:loci_consumed_events:rate5m{${NAMESPACE}})`,
              legend: '{{group}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Processes',
      panels: [
        {
          title: 'CPU',
          description: 'Used CPUs of all processes of each service.',
          unit: 'short',
          series: [{ query: rate('process_cpu_seconds_total', LOCI, ['service']), legend: '{{service}}' }],
        },
        {
          title: 'Memory',
          description:
            'Resident memory of the largest process of each service. Compare it with the memory limit.',
          unit: 'bytes',
          series: [
            { query: `max by (service) (process_resident_memory_bytes{${LOCI}})`, legend: '{{service}}' },
          ],
        },
        {
          title: 'Event loop delay',
          description:
            '99th percentile of the slowest process of each service. Alert LociEventLoopDelay above 0.2 s.',
          unit: 's',
          alertFrom: 0.2,
          series: [
            { query: `max by (service) (nodejs_eventloop_lag_p99_seconds{${LOCI}})`, legend: '{{service}}' },
          ],
        },
      ],
    },
    {
      title: 'Stored data',
      panels: [
        {
          title: 'Stored bytes',
          description: 'Bytes that all tenants store, by resource.',
          unit: 'bytes',
          series: [{ query: `max by (resource) (loci_stored_bytes{${NAMESPACE}})`, legend: '{{resource}}' }],
        },
        {
          title: 'Webhook messages',
          description: 'Pending messages of all webhooks. Alert LociWebhookBacklog above 10,000.',
          unit: 'short',
          alertFrom: 10_000,
          series: [{ query: `max(loci_webhook_pending_deliveries{${NAMESPACE}})`, legend: 'pending' }],
        },
        {
          title: 'Webhook deliveries',
          description:
            'Attempts per second to deliver webhook messages, by outcome, and webhooks that were disabled.',
          unit: 'ops',
          series: [
            { query: rate('loci_webhook_deliveries_total', NAMESPACE, ['outcome']), legend: '{{outcome}}' },
            {
              query: rate('loci_webhooks_disabled_total', NAMESPACE, ['reason']),
              legend: 'disabled: {{reason}}',
            },
          ],
        },
      ],
    },
  ],
};
