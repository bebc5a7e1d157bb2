import type { Dashboard } from '../dashboard.ts';
import { DURATION, LOCI, NAMESPACE, POOL, PUBLIC_API, quantile, rate } from '../selectors.ts';

/** The authorization server of a distributed platform. In a standalone platform, the dashboard API shows its requests. */
const AUTH_SERVER = `${LOCI}, service="auth"`;
const AUTH_ROUTES = `${PUBLIC_API}, http_route=~"/api/v2/auth/.*"`;

export const auth: Dashboard = {
  uid: 'loci-auth',
  title: 'Loci / Auth',
  description: 'Access tokens, the requests to the authorization server, key rotation and erasures.',
  rows: [
    {
      title: 'Access',
      panels: [
        {
          title: 'Rejected access tokens',
          description:
            'Access tokens per second that the gateway rejected, by error code. AUTH_TOKEN_EXPIRED is normal. Alert LociTokenRejections for AUTH_TOKEN_INVALID.',
          unit: 'ops',
          series: [
            { query: rate('loci_auth_token_rejections_total', NAMESPACE, ['code']), legend: '{{code}}' },
          ],
        },
        {
          title: 'Denied requests',
          description: 'Requests per second to the API with the status 401 or 403.',
          unit: 'reqps',
          series: [
            {
              query: rate(`${DURATION}_count`, `${PUBLIC_API}, http_response_status_code=~"401|403"`, [
                'http_response_status_code',
              ]),
              legend: '{{http_response_status_code}}',
            },
          ],
        },
        {
          title: 'Rate limits',
          description: 'Requests per second that exceeded a rate limit.',
          unit: 'reqps',
          series: [{ query: rate('loci_rate_limited_total', NAMESPACE), legend: 'rejected' }],
        },
        {
          title: 'Operations of authentication',
          description:
            'Requests per second to /api/v2/auth, such as the exchange of an API key, by route and status.',
          unit: 'reqps',
          width: 12,
          series: [
            {
              query: rate(`${DURATION}_count`, AUTH_ROUTES, ['http_route', 'http_response_status_code']),
              legend: '{{http_response_status_code}} {{http_route}}',
            },
          ],
        },
        {
          title: 'Duration of these operations',
          description: '95th percentile, by route.',
          unit: 's',
          width: 12,
          series: [
            { query: quantile(0.95, DURATION, AUTH_ROUTES, ['http_route']), legend: '{{http_route}}' },
          ],
        },
      ],
    },
    {
      title: 'Authorization server',
      panels: [
        {
          title: 'Requests',
          description:
            'Requests per second to the authorization server of a distributed platform, by route: sign-ins, consent pages, token requests, and requests of the gateway.',
          unit: 'reqps',
          series: [
            { query: rate(`${DURATION}_count`, AUTH_SERVER, ['http_route']), legend: '{{http_route}}' },
          ],
        },
        {
          title: 'Failed requests',
          description: 'Requests per second with a status of 500 or above, by route. Alert LociAuthErrors.',
          unit: 'reqps',
          series: [
            {
              query: rate(`${DURATION}_count`, `${AUTH_SERVER}, http_response_status_code=~"5.."`, [
                'http_route',
              ]),
              legend: '{{http_route}}',
            },
          ],
        },
        {
          title: 'Duration of requests',
          description:
            '95th percentile, by route. A refresh of a token takes 200 ms, because its response is delayed by this time.',
          unit: 's',
          series: [
            { query: quantile(0.95, DURATION, AUTH_SERVER, ['http_route']), legend: '{{http_route}}' },
          ],
        },
        {
          title: 'Transactions',
          description: 'Transactions per second of the authorization server.',
          unit: 'ops',
          series: [
            {
              query: rate('db_client_connection_use_time_seconds_count', `${LOCI}, ${POOL}="auth"`),
              legend: 'transactions',
            },
          ],
        },
        {
          title: 'Duration of transactions',
          description: '95th percentile of the transactions of the authorization server.',
          unit: 's',
          series: [
            {
              query: quantile(0.95, 'db_client_connection_use_time_seconds', `${LOCI}, ${POOL}="auth"`),
              legend: 'p95',
            },
          ],
        },
        {
          title: 'Outdated hashes of API keys',
          description:
            'API keys whose hash needs the secondary pepper. Only during a rotation of API_KEY_PEPPER. At 0, the secondary value can be removed.',
          unit: 'short',
          series: [{ query: `max(loci_auth_outdated_key_hashes{${NAMESPACE}})`, legend: 'keys' }],
        },
      ],
    },
    {
      title: 'Erasures',
      panels: [
        {
          title: 'Unfinished erasures',
          description: 'Erasures of users and deletions of tenants that are not completed.',
          unit: 'short',
          width: 12,
          series: [{ query: `max by (kind) (loci_unfinished_erasures{${NAMESPACE}})`, legend: '{{kind}}' }],
        },
        {
          title: 'Oldest unfinished erasure',
          description: 'Time since its request. Alert LociErasureOverdue above one hour.',
          unit: 's',
          alertFrom: 3600,
          width: 12,
          series: [
            {
              query: `max by (kind) (loci_oldest_unfinished_erasure_seconds{${NAMESPACE}})`,
              legend: '{{kind}}',
            },
          ],
        },
      ],
    },
  ],
};
