import type { Dashboard } from '../dashboard.ts';
import { DRIFT } from '../panels.ts';
import { DURATION, LOCI, NAMESPACE, PUBLIC_API, quantile, rate } from '../selectors.ts';

const SEARCHES = `${PUBLIC_API}, http_route=~"/api/v2/search/(hybrid|vector)"`;

export const search: Dashboard = {
  uid: 'loci-search',
  title: 'Loci / Search',
  description: 'Searches of clients, the search for similar memories, and the state of the search indexes.',
  rows: [
    {
      title: 'Searches',
      panels: [
        {
          title: 'Searches',
          description:
            'Searches per second, by route and status. Searches of assistants are part of the route /mcp and are not counted here.',
          unit: 'reqps',
          series: [
            {
              query: rate(`${DURATION}_count`, SEARCHES, ['http_route', 'http_response_status_code']),
              legend: '{{http_response_status_code}} {{http_route}}',
            },
          ],
        },
        {
          title: 'Duration of searches',
          description:
            'Percentiles of the duration of searches. Alert LociSlowSearches if the 95th percentile is above 1 s.',
          unit: 's',
          alertFrom: 1,
          series: [0.5, 0.95, 0.99].map((value) => ({
            query: quantile(value, DURATION, SEARCHES),
            legend: `p${value * 100}`,
          })),
        },
        {
          title: 'Requests to the search service',
          description:
            '95th percentile of the operations of the search service, including those that other services call (distributed only).',
          unit: 's',
          series: [
            {
              query: quantile(0.95, DURATION, `${LOCI}, service="search"`, ['http_route']),
              legend: '{{http_route}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Similar memories',
      panels: [
        {
          title: 'Duration of the search for similar memories',
          description: 'Percentiles for new memories. The search ends after 0.1 s without a result.',
          unit: 's',
          series: [0.5, 0.95, 0.99].map((value) => ({
            query: quantile(value, 'loci_similarity_search_duration_seconds', NAMESPACE),
            legend: `p${value * 100}`,
          })),
        },
        {
          title: 'Outcome of the search for similar memories',
          description:
            'Searches per second, by outcome. `failed` means unavailable, or not finished within 0.1 s.',
          unit: 'ops',
          series: [
            {
              query: rate('loci_similarity_search_duration_seconds_count', NAMESPACE, ['outcome']),
              legend: '{{outcome}}',
            },
          ],
        },
        {
          title: 'Open suggestions',
          description: 'Open suggestions of all tenants.',
          unit: 'short',
          series: [{ query: `max(loci_open_suggestions{${NAMESPACE}})`, legend: 'open' }],
        },
      ],
    },
    {
      title: 'Indexes',
      panels: [
        {
          title: 'Lag of the search indexes',
          description:
            'Events that are not yet in the search indexes. Changes become searchable when they are processed.',
          unit: 'short',
          alertFrom: 1000,
          series: [
            {
              query: `max by (group) (namespace_group:loci_consumer_lag_events:max{${NAMESPACE}, group=~"search.*"})`,
              legend: '{{group}}',
            },
          ],
        },
        DRIFT,
        {
          title: 'Rebuild',
          description: 'Items that the last rebuild of the search indexes has written.',
          unit: 'short',
          series: [{ query: `max(loci_index_rebuild_items{${NAMESPACE}})`, legend: 'items' }],
        },
        {
          title: 'State of the last rebuild',
          description:
            '1 for the current state of the last rebuild. Empty if no process has rebuilt since its start.',
          unit: 'short',
          kind: 'stat',
          width: 12,
          series: [{ query: `max by (state) (loci_index_rebuild_state{${NAMESPACE}})`, legend: '{{state}}' }],
        },
      ],
    },
  ],
};
