/** Entry point of a child process that runs an outbox relay until it is killed. Sends a message when it has started. */
import { openDatabase, serviceRole } from '@loci/postgres';
import { createOutboxRelay } from '../src/event-transport/kafka/outbox-relay.ts';

/** Options of the process, passed as JSON in the only command-line argument. */
export interface RelayProcessOptions {
  brokers: string[];
  topicPrefix: string;
  postgres: { host: string; port: number; database: string };
}

const options = JSON.parse(process.argv[2]!) as RelayProcessOptions;
const database = openDatabase({
  ...options.postgres,
  user: serviceRole('producer'),
  password: 'test',
  applicationName: 'test-relay',
});
createOutboxRelay({
  kafka: { brokers: options.brokers, topicPrefix: options.topicPrefix },
  topics: { partitions: 3, replicationFactor: 1 },
  owner: 'producer',
  published: ['memory', 'contradiction'],
  database,
  log: {
    warn: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
    error: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  },
  lingerMs: 1,
  pollMs: 5,
}).start();
process.send?.('started');
process.on('disconnect', () => process.exit());
