import type { Dashboard } from '../dashboard.ts';
import { DURATION, LOCI, NAMESPACE, PUBLIC_API, quantile, rate } from '../selectors.ts';

/** The portal of a distributed platform. The standalone platform measures only the public API. */
const PORTAL = `${LOCI}, service="portal"`;

export const api: Dashboard = {
  uid: 'loci-api',
  title: 'Loci / API',
  description: 'Requests to the public API, as the gateway measures them, and to the services behind it.',
  rows: [
    {
      title: 'Public API',
      panels: [
        {
          title: 'Failed requests',
          description: 'Share of the requests with a 5xx status. The lines are the windows of the alerts.',
          unit: 'percentunit',
          alertFrom: 0.0144,
          series: ['5m', '30m', '1h', '6h'].map((window) => ({
            query: `max(namespace:loci_api_error_ratio:rate${window}{${NAMESPACE}})`,
            legend: window,
          })),
        },
        {
          title: 'Requests by route',
          description: 'Requests per second of the 10 most used routes.',
          unit: 'reqps',
          series: [
            {
              query: `topk(10, ${rate(`${DURATION}_count`, PUBLIC_API, ['http_request_method', 'http_route'])})`,
              legend: '{{http_request_method}} {{http_route}}',
            },
          ],
        },
        {
          title: 'Failed requests by route',
          description: 'Requests per second with a 5xx status.',
          unit: 'reqps',
          series: [
            {
              query: rate(`${DURATION}_count`, `${PUBLIC_API}, http_response_status_code=~"5.."`, [
                'http_request_method',
                'http_route',
                'http_response_status_code',
              ]),
              legend: '{{http_response_status_code}} {{http_request_method}} {{http_route}}',
            },
          ],
        },
        {
          title: 'Duration of requests',
          description: 'Percentiles of the duration of all requests. The exemplars lead to traces.',
          unit: 's',
          alertFrom: 1,
          series: [0.5, 0.95, 0.99].map((value) => ({
            query: quantile(value, DURATION, PUBLIC_API),
            legend: `p${value * 100}`,
          })),
        },
        {
          title: 'Slowest routes',
          description: '95th percentile of the 10 slowest routes.',
          unit: 's',
          series: [
            {
              query: `topk(10, ${quantile(0.95, DURATION, PUBLIC_API, ['http_request_method', 'http_route'])})`,
              legend: '{{http_request_method}} {{http_route}}',
            },
          ],
        },
        {
          title: 'Rejected requests',
          description: 'Requests per second with a 4xx status.',
          unit: 'reqps',
          series: [
            {
              query: rate(`${DURATION}_count`, `${PUBLIC_API}, http_response_status_code=~"4.."`, [
                'http_response_status_code',
              ]),
              legend: '{{http_response_status_code}}',
            },
          ],
        },
      ],
    },
    {
      title: 'Limits',
      panels: [
        {
          title: 'Rate limits',
          description:
            'Requests per second that exceeded a rate limit, and requests that a gateway counted locally because PostgreSQL did not respond.',
          unit: 'reqps',
          series: [
            { query: rate('loci_rate_limited_total', NAMESPACE), legend: 'rejected' },
            { query: rate('loci_rate_limiter_fallback_total', NAMESPACE), legend: 'counted locally' },
          ],
        },
        {
          title: 'Storage quotas',
          description: 'Writes in 5 minutes that were rejected because of a storage quota.',
          unit: 'short',
          series: [
            {
              query: `sum by (resource) (increase(loci_quota_rejections_total{${NAMESPACE}}[5m]))`,
              legend: '{{resource}}',
            },
          ],
        },
        {
          title: 'Idempotency keys',
          description: 'Requests per second with an idempotency key, by outcome.',
          unit: 'reqps',
          series: [
            { query: rate('loci_idempotency_requests_total', NAMESPACE, ['outcome']), legend: '{{outcome}}' },
          ],
        },
      ],
    },
    {
      title: 'Services',
      panels: [
        {
          title: 'Requests by service',
          description:
            'Requests per second that each service receives. The standalone platform measures only the public API.',
          unit: 'reqps',
          series: [{ query: rate(`${DURATION}_count`, LOCI, ['service']), legend: '{{service}}' }],
        },
        {
          title: 'Failed requests by service',
          description:
            'Requests per second with a 5xx status. The service that fails first is usually the cause.',
          unit: 'reqps',
          series: [
            {
              query: rate(`${DURATION}_count`, `${LOCI}, http_response_status_code=~"5.."`, ['service']),
              legend: '{{service}}',
            },
          ],
        },
        {
          title: 'Duration by service',
          description: '95th percentile of the duration of requests to each service.',
          unit: 's',
          series: [{ query: quantile(0.95, DURATION, LOCI, ['service']), legend: '{{service}}' }],
        },
      ],
    },
    {
      title: 'Portal',
      panels: [
        {
          title: 'Requests to the portal',
          description: 'Requests per second to the pages of the portal of a distributed platform, by status.',
          unit: 'reqps',
          series: [
            {
              query: rate(`${DURATION}_count`, PORTAL, ['http_response_status_code']),
              legend: '{{http_response_status_code}}',
            },
          ],
        },
        {
          title: 'Failed requests to the portal',
          description: 'Requests per second with a 5xx status, by route.',
          unit: 'reqps',
          series: [
            {
              query: rate(`${DURATION}_count`, `${PORTAL}, http_response_status_code=~"5.."`, ['http_route']),
              legend: '{{http_route}}',
            },
          ],
        },
        {
          title: 'Duration of requests to the portal',
          description: '95th percentile of the 10 slowest routes.',
          unit: 's',
          series: [
            {
              query: `topk(10, ${quantile(0.95, DURATION, PORTAL, ['http_route'])})`,
              legend: '{{http_route}}',
            },
          ],
        },
      ],
    },
  ],
};
