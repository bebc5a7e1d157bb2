import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptsConnections } from '../connect.ts';
import type { Engine, Place } from '../engine.ts';
import { installOnce } from '../install/install-once.ts';
import { chooseJdk, findJdks, javaOf } from '../install/java.ts';
import { fetchJars } from '../install/maven.ts';
import { runTool } from '../install/run-tool.ts';

const VERSION = '4.3.1';
const LOG4J_VERSION = '2.25.3';
const CLUSTER_ID = 'MkU3OEVBNTcwNTJENDM2Qk';

/**
 * Apache Kafka as one node with broker and controller. A second listener advertises the port `proxied`. To
 * disconnect Kafka in a test, create a Toxiproxy from `proxied` to `proxyTarget`.
 */
export const kafka: Engine = {
  name: 'kafka',
  addressVariable: 'KAFKA_BROKERS',
  ports: ['broker', 'controller', 'proxyTarget', 'proxied'],

  install: (cacheDir) =>
    installOnce(cacheDir, `kafka-${VERSION}`, (folder) =>
      fetchJars(folder, [
        `org.apache.kafka:kafka_2.13:${VERSION}`,
        // This artifact contains the command that formats the data folder.
        `org.apache.kafka:kafka-tools:${VERSION}`,
        `org.apache.logging.log4j:log4j-slf4j-impl:${LOG4J_VERSION}`,
        `org.apache.logging.log4j:log4j-core:${LOG4J_VERSION}`,
      ]),
    ),

  prepare: async (place) => {
    const { software, folder, ports } = place;
    const java = javaOf(chooseJdk(findJdks(), 'Kafka', 17));
    const settings = join(folder, 'server.properties');
    const logging = join(folder, 'log4j2.properties');
    writeFileSync(settings, settingsOf(place));
    writeFileSync(logging, LOGGING);
    const program = [`-Dlog4j2.configurationFile=${logging}`, '-cp', join(software, '*')];
    await runTool(java, [
      ...program,
      'kafka.tools.StorageTool',
      ...['format', '-t', CLUSTER_ID, '-c', settings],
    ]);
    return {
      command: java,
      args: [
        ...['-Xms256m', '-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
        ...['-XX:+ExitOnOutOfMemoryError', '-Djava.awt.headless=true'],
        ...program,
        'kafka.Kafka',
        settings,
      ],
      stopSignal: 'SIGTERM',
      isReady: () => acceptsConnections(ports['broker']!),
      variables: {
        KAFKA_BROKERS: `127.0.0.1:${ports['broker']}`,
        KAFKA_PROXIED_BROKER: `127.0.0.1:${ports['proxied']}`,
        KAFKA_PROXY_TARGET: `127.0.0.1:${ports['proxyTarget']}`,
      },
    };
  },
};

function settingsOf({ folder, ports }: Place): string {
  return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${ports['controller']}
listeners=PLAINTEXT://127.0.0.1:${ports['broker']},PROXIED://127.0.0.1:${ports['proxyTarget']},\
CONTROLLER://127.0.0.1:${ports['controller']}
advertised.listeners=PLAINTEXT://127.0.0.1:${ports['broker']},PROXIED://127.0.0.1:${ports['proxied']}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,PROXIED:PLAINTEXT,CONTROLLER:PLAINTEXT
inter.broker.listener.name=PLAINTEXT
controller.listener.names=CONTROLLER
log.dirs=${join(folder, 'data')}
num.partitions=3
default.replication.factor=1
min.insync.replicas=1
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=4
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
share.coordinator.state.topic.num.partitions=1
auto.create.topics.enable=false
num.network.threads=2
num.io.threads=2
log.cleaner.dedupe.buffer.size=16777216
# Do not delay the first rebalance of a group.
group.initial.rebalance.delay.ms=0
# Allow short sessions in tests of failed consumers.
group.min.session.timeout.ms=1000
# Shortens the restart of a killed broker, which waits until its old registration has expired (9 s by default).
broker.session.timeout.ms=2000
broker.heartbeat.interval.ms=300
`;
}

/** Log4j configuration of the broker. */
const LOGGING = `status=warn
appender.stdout.type=Console
appender.stdout.name=STDOUT
appender.stdout.layout.type=PatternLayout
appender.stdout.layout.pattern=%d{ISO8601} %p %c{1} %m%n
rootLogger.level=warn
rootLogger.appenderRef.stdout.ref=STDOUT
logger.server.name=kafka.server.KafkaRaftServer
logger.server.level=info
`;
