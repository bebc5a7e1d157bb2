import type { Dashboard } from '../dashboard.ts';
import {
  GROUP,
  LOCI,
  NAMESPACE,
  OPERATION,
  OPERATION_DURATION,
  POOL,
  SYSTEM,
  quantile,
  rate,
} from '../selectors.ts';

const POSTGRESQL = `${LOCI}, ${SYSTEM}="postgresql"`;
const OTHER_ENGINES = `${LOCI}, ${SYSTEM}!="postgresql"`;

export const engines: Dashboard = {
  uid: 'loci-engines',
  title: 'Loci / Engines',
  description:
    'The engines as Loci, their client, sees them. It has no panels with metrics of the engines themselves: use the dashboards of their exporters for these.',
  rows: [
    {
      title: 'PostgreSQL',
      panels: [
        {
          title: 'Used connections',
          description: 'Share of the connections of each pool that transactions use, in the fullest process.',
          unit: 'percentunit',
          alertFrom: 0.9,
          series: [
            {
              query: `max by (${POOL}) (sum by (instance, ${POOL}) (db_client_connection_count{${LOCI}, db_client_connection_state="used"}) / sum by (instance, ${POOL}) (db_client_connection_max{${LOCI}}))`,
              legend: `{{${POOL}}}`,
            },
          ],
        },
        {
          title: 'Waiting callers',
          description:
            'Callers that wait for a connection. Alert LociDatabasePoolExhausted if it is above 0 for 5 minutes.',
          unit: 'short',
          alertFrom: 1,
          series: [
            {
              query: `sum by (${POOL}) (db_client_connection_pending_requests{${LOCI}})`,
              legend: `{{${POOL}}}`,
            },
          ],
        },
        {
          title: 'Connections',
          description:
            'Connections of all processes to PostgreSQL, by state. Compare the sum with max_connections of the server.',
          unit: 'short',
          series: [
            {
              query: `sum by (db_client_connection_state) (db_client_connection_count{${LOCI}})`,
              legend: '{{db_client_connection_state}}',
            },
          ],
        },
        {
          title: 'Time to wait for a connection',
          description: '95th percentile of the time for which a transaction waited for a connection.',
          unit: 's',
          series: [
            {
              query: quantile(0.95, 'db_client_connection_wait_time_seconds', LOCI, [POOL]),
              legend: `{{${POOL}}}`,
            },
          ],
        },
        {
          title: 'Duration of transactions',
          description:
            '95th percentile of the time for which a transaction used a connection. The exemplars lead to traces.',
          unit: 's',
          series: [
            {
              query: quantile(0.95, 'db_client_connection_use_time_seconds', LOCI, [POOL]),
              legend: `{{${POOL}}}`,
            },
          ],
        },
        {
          title: 'Transactions',
          description: 'Transactions per second.',
          unit: 'ops',
          series: [
            {
              query: rate('db_client_connection_use_time_seconds_count', LOCI, [POOL]),
              legend: `{{${POOL}}}`,
            },
          ],
        },
        {
          title: 'Duration of statements',
          description:
            '95th percentile by command, including the statements before it in the same round trip. The exemplars lead to traces.',
          unit: 's',
          width: 12,
          series: [
            {
              query: quantile(0.95, OPERATION_DURATION, POSTGRESQL, [OPERATION]),
              legend: `{{${OPERATION}}}`,
            },
          ],
        },
        {
          title: 'Failed statements',
          description: 'Failed statements per second, by command and error.',
          unit: 'ops',
          width: 12,
          series: [
            {
              query: rate(`${OPERATION_DURATION}_count`, `${POSTGRESQL}, error_type!=""`, [
                OPERATION,
                'error_type',
              ]),
              legend: `{{${OPERATION}}}: {{error_type}}`,
            },
          ],
        },
      ],
    },
    {
      title: 'Elasticsearch, Qdrant and Neo4j',
      panels: [
        {
          title: 'Duration of operations',
          description: '95th percentile of the operations of each engine. The exemplars lead to traces.',
          unit: 's',
          series: [
            {
              query: quantile(0.95, OPERATION_DURATION, OTHER_ENGINES, [SYSTEM, OPERATION]),
              legend: `{{${SYSTEM}}}: {{${OPERATION}}}`,
            },
          ],
        },
        {
          title: 'Operations',
          description: 'Operations per second of each engine.',
          unit: 'ops',
          series: [
            {
              query: rate(`${OPERATION_DURATION}_count`, OTHER_ENGINES, [SYSTEM]),
              legend: `{{${SYSTEM}}}`,
            },
          ],
        },
        {
          title: 'Failed operations',
          description: 'Failed operations per second, by engine and error.',
          unit: 'ops',
          series: [
            {
              query: rate(`${OPERATION_DURATION}_count`, `${OTHER_ENGINES}, error_type!=""`, [
                SYSTEM,
                'error_type',
              ]),
              legend: `{{${SYSTEM}}}: {{error_type}}`,
            },
          ],
        },
        {
          title: 'Duration of writes',
          description:
            '95th percentile of the batches of the consumer groups that write to Elasticsearch and Qdrant (search) and to Neo4j (graph).',
          unit: 's',
          series: [
            {
              query: quantile(
                0.95,
                'messaging_process_duration_seconds',
                `${LOCI}, ${GROUP}=~"search.*|graph-store"`,
                [GROUP],
              ),
              legend: `{{${GROUP}}}`,
            },
          ],
        },
        {
          title: 'Failed writes',
          description:
            'Failed batches per second of these consumer groups. The log names the engine that is unavailable.',
          unit: 'ops',
          series: [
            {
              query: rate(
                'messaging_process_duration_seconds_count',
                `${LOCI}, error_type!="", ${GROUP}=~"search.*|graph-store"`,
                [GROUP, 'error_type'],
              ),
              legend: `{{${GROUP}}}: {{error_type}}`,
            },
          ],
        },
        {
          title: 'Drift',
          description:
            'Items of each index that differed from PostgreSQL in the last reconciliation. Normally 0.',
          unit: 'short',
          alertFrom: 1,
          series: [{ query: `max by (index) (loci_index_drift_items{${NAMESPACE}})`, legend: '{{index}}' }],
        },
      ],
    },
    {
      title: 'Kafka and object storage',
      panels: [
        {
          title: 'Unpublished events',
          description: 'Events that wait for Kafka, by service.',
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
          title: 'Stored bytes',
          description:
            'Bytes of all tenants. Documents and artifacts are in the object store, memories in PostgreSQL.',
          unit: 'bytes',
          width: 12,
          series: [{ query: `max by (resource) (loci_stored_bytes{${NAMESPACE}})`, legend: '{{resource}}' }],
        },
      ],
    },
  ],
};
