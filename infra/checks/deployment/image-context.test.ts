import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { composeContainers } from './compose/compose-containers.ts';
import { programOf } from './container.ts';
import { ROOT } from './root.ts';

const included = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1));

describe('.dockerignore', () => {
  test('includes only files and folders that exist', () => {
    expect(included.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('includes the program of every container', () => {
    const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
    const programs = composeContainers(compose).map(({ command }) => programOf(command)!);
    expect(programs.length).toBeGreaterThan(1);
    expect(programs.filter((program) => !included.some((path) => program.startsWith(`${path}/`)))).toEqual(
      [],
    );
  });

  test('includes every package that an included program depends on', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { link?: boolean; resolved?: string; dependencies?: Record<string, string> }>;
    };
    const folderOf = (name: string) => packages[`node_modules/${name}`]!.resolved!;
    const isIncluded = (folder: string) =>
      included.some((path) => folder === path || folder.startsWith(`${path}/`));
    const missing = Object.entries(packages)
      .filter(([folder]) => !folder.includes('node_modules') && isIncluded(folder))
      .flatMap(([folder, { dependencies = {} }]) =>
        Object.keys(dependencies)
          .filter((name) => packages[`node_modules/${name}`]?.link === true && !isIncluded(folderOf(name)))
          .map((name) => `${folder} depends on ${name}`),
      );
    expect(missing).toEqual([]);
  });
});
