import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { answersOk } from '../connect.ts';
import type { Engine } from '../engine.ts';
import { installOnce } from '../install/install-once.ts';
import { chooseJdk, findJdks } from '../install/java.ts';
import type { Jdk } from '../install/java.ts';
import { fetchArtifact } from '../install/maven.ts';
import { runTool } from '../install/run-tool.ts';
import { unprivilegedAccount } from '../processes/account.ts';

const VERSION = '9.5.0';
const OLDEST_JAVA = 21;
const PLUGIN_SOURCES = join(import.meta.dirname, '..', '..', 'elasticsearch-plugin');
const PLUGIN_CLASS = 'TestAnalysisPlugin';

/**
 * Elasticsearch from the archive for its integration tests, which contains only a few modules. A test plugin
 * provides the missing analyzers with the same Lucene classes.
 */
export const elasticsearch: Engine = {
  name: 'elasticsearch',
  addressVariable: 'ELASTICSEARCH_URL',
  ports: ['http', 'transport'],

  install: (cacheDir) => {
    const plugin = createHash('sha256');
    for (const name of readdirSync(PLUGIN_SOURCES).sort()) {
      plugin.update(readFileSync(join(PLUGIN_SOURCES, name)));
    }
    return installOnce(
      cacheDir,
      `elasticsearch-${VERSION}-${plugin.digest('hex').slice(0, 8)}`,
      async (folder) => {
        const jdk = jdkForElasticsearch();
        await unpack(folder, jdk);
        await buildPlugin(folder, jdk);
      },
    );
  },

  prepare: async ({ software, folder, ports }) => {
    const home = join(folder, 'node');
    cpSync(software, home, { recursive: true });
    for (const name of ['tmp', 'logs', 'data']) mkdirSync(join(home, name), { recursive: true });
    writeFileSync(join(home, 'config', 'elasticsearch.yml'), settingsOf(ports));
    mkdirSync(join(home, 'config', 'jvm.options.d'), { recursive: true });
    writeFileSync(join(home, 'config', 'jvm.options.d', 'heap.options'), '-Xms512m\n-Xmx512m\n');
    const account = unprivilegedAccount();
    if (account !== undefined) await runTool('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
    const url = `http://127.0.0.1:${ports['http']}`;
    return {
      command: join(home, 'bin', 'elasticsearch'),
      args: [],
      environment: { ES_JAVA_HOME: jdkForElasticsearch().home, ES_TMPDIR: join(home, 'tmp') },
      account,
      stopSignal: 'SIGTERM',
      isReady: () => answersOk(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`),
      variables: { ELASTICSEARCH_URL: url },
    };
  },
};

function jdkForElasticsearch(): Jdk {
  return chooseJdk(findJdks(), 'Elasticsearch', OLDEST_JAVA);
}

async function unpack(folder: string, jdk: Jdk): Promise<void> {
  const archive = await fetchArtifact(
    folder,
    `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${VERSION}:zip`,
  );
  // Extracts the archive with the `jar` tool of the JDK, because unzip may not be installed.
  await runTool(join(jdk.home, 'bin', 'jar'), ['--extract', `--file=${archive}`], { cwd: folder });
  rmSync(archive);
  const unpacked = join(folder, `elasticsearch-${VERSION}`);
  for (const name of readdirSync(unpacked)) renameSync(join(unpacked, name), join(folder, name));
  rmSync(unpacked, { recursive: true });
  for (const name of readdirSync(join(folder, 'bin'))) chmodSync(join(folder, 'bin', name), 0o755);
}

async function buildPlugin(folder: string, jdk: Jdk): Promise<void> {
  const plugin = join(folder, 'plugins', 'test-analysis');
  const classes = join(folder, 'classes');
  mkdirSync(plugin, { recursive: true });
  await runTool(join(jdk.home, 'bin', 'javac'), [
    ...['--release', String(OLDEST_JAVA), '-nowarn', '-cp', join(folder, 'lib', '*'), '-d', classes],
    join(PLUGIN_SOURCES, `${PLUGIN_CLASS}.java`),
  ]);
  await runTool(join(jdk.home, 'bin', 'jar'), [
    ...['--create', `--file=${join(plugin, 'test-analysis.jar')}`, '-C', classes, '.'],
  ]);
  rmSync(classes, { recursive: true });
  writeFileSync(
    join(plugin, 'plugin-descriptor.properties'),
    `description=Text analysis for tests
version=1
name=test-analysis
classname=testanalysis.${PLUGIN_CLASS}
java.version=${OLDEST_JAVA}
elasticsearch.version=${VERSION}
`,
  );
}

function settingsOf(ports: Readonly<Record<string, number>>): string {
  return `cluster.name: test
node.name: test-1
discovery.type: single-node
http.host: 127.0.0.1
http.port: ${ports['http']}
transport.host: 127.0.0.1
transport.port: ${ports['transport']}
xpack.security.enabled: false
# A nearly full disk would make every index read-only.
cluster.routing.allocation.disk.threshold_enabled: false
action.destructive_requires_name: true
`;
}
