import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import neo4jDriver from 'neo4j-driver';
import type { Engine, Place } from '../engine.ts';
import { installOnce } from '../install/install-once.ts';
import { chooseJdk, findJdks, javaOf } from '../install/java.ts';
import { fetchJars } from '../install/maven.ts';
import { runTool } from '../install/run-tool.ts';

/** The long-term support release, which requires Java 17 or 21. */
const VERSION = '5.26.30';
const USER = 'neo4j';
const PASSWORD = 'test-password';

const JVM_OPENINGS = [
  ...['java.nio', 'java.io', 'sun.nio.ch', 'java.lang', 'java.util.concurrent'].map(
    (name) => `--add-opens=java.base/${name}=ALL-UNNAMED`,
  ),
  '-Dio.netty.tryReflectionSetAccessible=true',
];

/** Neo4j Community Edition. */
export const neo4j: Engine = {
  name: 'neo4j',
  addressVariable: 'NEO4J_URI',
  ports: ['bolt'],

  install: (cacheDir) =>
    installOnce(cacheDir, `neo4j-${VERSION}`, (folder) =>
      fetchJars(folder, [`org.neo4j.app:neo4j-server:${VERSION}`, `org.neo4j:neo4j:${VERSION}`]),
    ),

  prepare: async (place) => {
    const { software, folder, ports } = place;
    const java = javaOf(chooseJdk(findJdks(), 'Neo4j', 17, 24));
    for (const name of ['conf', 'data', 'logs', 'plugins', 'import', 'run', 'licenses']) {
      mkdirSync(join(folder, name));
    }
    const config = join(folder, 'conf');
    writeFileSync(join(config, 'neo4j.conf'), settingsOf(place));
    const program = [...JVM_OPENINGS, '-cp', join(software, '*')];
    await runTool(
      java,
      [...['-Xmx128m', ...program], ...['org.neo4j.cli.AdminTool', 'dbms', 'set-initial-password', PASSWORD]],
      { environment: { NEO4J_HOME: folder, NEO4J_CONF: config } },
    );
    const url = `bolt://127.0.0.1:${ports['bolt']}`;
    return {
      command: java,
      args: [
        ...['-Xms256m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:+ExitOnOutOfMemoryError'],
        '-Dfile.encoding=UTF-8',
        ...program,
        'org.neo4j.server.CommunityEntryPoint',
        `--home-dir=${folder}`,
        `--config-dir=${config}`,
      ],
      stopSignal: 'SIGTERM',
      isReady: () => answersQueries(url),
      variables: { NEO4J_URI: url, NEO4J_USER: USER, NEO4J_PASSWORD: PASSWORD },
    };
  },
};

/** Returns true if the database answers a query. The port opens one to two seconds before that. */
async function answersQueries(url: string): Promise<boolean> {
  const driver = neo4jDriver.driver(url, neo4jDriver.auth.basic(USER, PASSWORD), {
    connectionTimeout: 1_000,
    connectionAcquisitionTimeout: 2_000,
    maxTransactionRetryTime: 0,
  });
  const session = driver.session();
  try {
    await session.run('RETURN 1');
    return true;
  } finally {
    await session.close();
    await driver.close();
  }
}

function settingsOf({ folder, ports }: Place): string {
  return `server.default_listen_address=127.0.0.1
server.bolt.enabled=true
server.bolt.listen_address=127.0.0.1:${ports['bolt']}
server.bolt.tls_level=DISABLED
server.http.enabled=false
server.https.enabled=false
dbms.security.auth_enabled=true
server.memory.pagecache.size=64m
dbms.usage_report.enabled=false
db.tx_log.rotation.size=16m
db.tx_log.preallocate=false
server.directories.data=${join(folder, 'data')}
server.directories.logs=${join(folder, 'logs')}
`;
}
