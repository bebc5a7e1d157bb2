import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { OBSERVABILITY, ROOT, readDashboards } from './observability-files.ts';

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  healthcheck?: { disable?: boolean };
  profiles?: string[];
  volumes?: string[];
}

interface PrometheusConfig {
  rule_files: string[];
  scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
}

interface Collector {
  receivers: { otlp: { protocols: { http: { endpoint: string } } } };
  exporters: { otlp: { endpoint: string } };
}

const read = <T>(path: string): T => parse(readFileSync(join(OBSERVABILITY, 'compose', path), 'utf8')) as T;
const { services } = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};

/** Returns the folder or file of the repository that is mounted to a path of a container. */
function mountedAt(service: string, path: string): string | undefined {
  const mount = services[service]!.volumes!.find((each) => each.split(':')[1] === path);
  return mount?.split(':')[0];
}

describe('the profile observability of docker-compose.yml', () => {
  test('scrapes every service that has metrics, with the job name of the rules', () => {
    const { scrape_configs: jobs } = read<PrometheusConfig>('prometheus.yml');
    const running = Object.entries(services).filter(
      ([, { image, healthcheck, profiles }]) =>
        image?.startsWith('loci:') && !healthcheck?.disable && profiles === undefined,
    );
    expect(jobs.map(({ job_name }) => job_name)).toEqual(['loci']);
    expect([...jobs[0]!.static_configs[0]!.targets].sort()).toEqual(
      running.map(([name]) => `${name}:9090`).sort(),
    );
  });

  test('loads the rules and stores exemplars', () => {
    const { rule_files: files } = read<PrometheusConfig>('prometheus.yml');
    expect(files).toEqual(['/etc/prometheus/loci/*.yaml']);
    expect(mountedAt('prometheus', '/etc/prometheus/loci')).toBe('./infra/observability/rules');
    expect(services['prometheus']!.command).toContain('--enable-feature=exemplar-storage');
  });

  test('provisions the dashboards of Grafana with data sources of the types that they use', () => {
    const { providers } = read<{ providers: { options: { path: string } }[] }>('grafana/dashboards.yaml');
    expect(mountedAt('grafana', providers[0]!.options.path)).toBe('./infra/observability/dashboards');
    const { datasources } = read<{ datasources: { type: string; url: string; isDefault?: boolean }[] }>(
      'grafana/datasources.yaml',
    );
    const used = readDashboards().flatMap(({ templating }) =>
      templating.list.filter(({ type }) => type === 'datasource').map(({ query }) => query),
    );
    expect(new Set(used)).toEqual(new Set(['prometheus']));
    expect(datasources.filter(({ isDefault }) => isDefault).map(({ type }) => type)).toEqual(['prometheus']);
    for (const { url } of datasources) expect(services).toHaveProperty([new URL(url).hostname]);
  });

  test('receives traces at the endpoint of .env.example and sends them to a container', () => {
    const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
    const endpoint = new URL(/^# OTEL_EXPORTER_OTLP_ENDPOINT=(.*)$/m.exec(example)![1]!);
    const { receivers, exporters } = read<Collector>('otel-collector.yaml');
    expect(receivers.otlp.protocols.http.endpoint).toBe(`0.0.0.0:${endpoint.port}`);
    expect(services[endpoint.hostname]!.profiles).toEqual(['observability']);
    expect(services[exporters.otlp.endpoint.split(':')[0]!]!.profiles).toEqual(['observability']);
  });

  test('mounts only files of the repository, read-only', () => {
    const mounts = Object.values(services)
      .flatMap(({ volumes = [] }) => volumes)
      .filter((mount) => mount.startsWith('./'));
    expect(mounts.length).toBeGreaterThanOrEqual(6);
    for (const mount of mounts) {
      const [source, , mode] = mount.split(':') as [string, string, string];
      expect([mount, existsSync(join(ROOT, source)), mode]).toEqual([mount, true, 'ro']);
    }
  });
});
