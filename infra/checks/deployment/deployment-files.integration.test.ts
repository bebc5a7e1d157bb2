import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interpolate } from './compose/interpolate.ts';
import { environmentProblems } from './environment-problems.ts';
import { copyWithDevSecrets } from './kubernetes/dev-secrets.ts';
import { parseResources } from './kubernetes/resource.ts';
import { resourceContainers } from './kubernetes/resource-containers.ts';
import { ROOT } from './root.ts';
import { installTools } from './tools.ts';
import type { Tools } from './tools.ts';

const INSTALL_TIMEOUT_MS = 600_000;

let tools: Tools;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loci-deployment-'));
  tools = await installTools();
}, INSTALL_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('docker-compose.yml', () => {
  const text = interpolate(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), {});

  test('is valid for compose-go', async () => {
    expect(await tools.checkCompose(written('compose.yml', text))).toMatchObject({ passes: true });
  });

  test.each([
    ['an unknown key', 'restart: unless-stopped', 'restarts: unless-stopped', 'restarts'],
    ['a wrong type', 'retries: 6', 'retries: often', 'retries'],
    ['an unknown condition', 'condition: service_healthy', 'condition: service_is_healthy', 'condition'],
  ])('with %s is rejected by compose-go', async (_, from, to, named) => {
    expect(text).toContain(from);
    const verdict = await tools.checkCompose(written('broken-compose.yml', text.replaceAll(from, to)));
    expect(verdict.passes).toBe(false);
    expect(verdict.output).toContain(named);
  });
});

describe.each(['dev', 'production'])('the overlay %s', (overlay) => {
  let rendered: string;

  beforeAll(async () => {
    const copy = copyWithDevSecrets();
    try {
      rendered = await tools.render(join(copy.kubernetes, 'overlays', overlay));
    } finally {
      copy.remove();
    }
  });

  test('is valid for all supported Kubernetes versions', async () => {
    const verdict = await tools.checkResources(written(`${overlay}.yaml`, rendered));
    expect(verdict).toMatchObject({ passes: true });
  });

  test('sets a valid environment for every program', async () => {
    const secrets = join(ROOT, 'k8s', 'overlays', 'production', 'secrets.example.yaml');
    const resources = parseResources(rendered);
    if (overlay === 'production') resources.push(...parseResources(readFileSync(secrets, 'utf8')));
    const { containers, problems } = resourceContainers(overlay, resources);
    // The 18 containers are eleven APIs, six workers and the migration Job.
    expect(containers).toHaveLength(18);
    expect(problems).toEqual([]);
    expect(await environmentProblems(containers)).toEqual([]);
  });

  test('runs every Loci container without privileges, with a read-only file system and with resource limits', () => {
    const specs = parseResources(rendered).flatMap(({ spec }) => spec?.template?.spec ?? []);
    for (const { containers = [] } of specs) {
      for (const container of containers.filter(({ name }) => name === 'service')) {
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { limits: { memory: expect.any(String) }, requests: { cpu: expect.any(String) } },
        });
      }
    }
    expect(specs.filter((spec) => !('securityContext' in spec) || !('enableServiceLinks' in spec))).toEqual(
      [],
    );
  });

  test.each([
    ['a wrong type', 'revisionHistoryLimit: 3', 'revisionHistoryLimit: three', 'revisionHistoryLimit'],
    ['a misspelled key', 'readinessProbe:', 'readynessProbe:', 'readynessProbe'],
    ['a misspelled field of a disruption budget', 'maxUnavailable: 1', 'maxUnavailabel: 1', 'maxUnavailabel'],
  ])('with %s is rejected by kubernetes-validate', async (_, from, to, named) => {
    expect(rendered).toContain(from);
    const verdict = await tools.checkResources(written('broken.yaml', rendered.replaceAll(from, to)));
    expect(verdict.passes).toBe(false);
    expect(verdict.output).toContain(named);
  });
});

describe('infra/docker/Dockerfile', () => {
  const file = join(ROOT, 'infra', 'docker', 'Dockerfile');
  const text = readFileSync(file, 'utf8');
  const [, baseImage] = /^FROM (node:\S+) AS node$/m.exec(text)!;

  test('passes hadolint', async () => {
    expect(await tools.checkDockerfile(file)).toEqual({ passes: true, output: '' });
  });

  test.each([
    ['a base image without a version', baseImage!, 'node', 'DL3006'],
    [
      'a package without a version',
      'RUN npm ci',
      'RUN apt-get update && apt-get install curl && npm ci',
      'DL3008',
    ],
    ['a relative working directory', 'WORKDIR /app', 'WORKDIR app', 'DL3000'],
  ])('with %s is rejected by hadolint', async (_, from, to, rule) => {
    expect(text).toContain(from);
    const verdict = await tools.checkDockerfile(written('Dockerfile', text.replaceAll(from, to)));
    expect(verdict.passes).toBe(false);
    expect(verdict.output).toContain(rule);
  });
});
