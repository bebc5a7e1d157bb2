import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const WORKSPACES = '{shared,services,gateway,auth-server,infra,tests}/**/*.ts';

/**
 * Lists the test files that call `assertProperty` or import a `*.fixture.ts` file that does, sorted by path relative
 * to the root. Omits integration tests, which need real engines.
 */
export function findPropertyTests(root: string): string[] {
  const paths = globSync(WORKSPACES, {
    cwd: root,
    exclude: (path) => basename(path) === 'node_modules',
  })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  const sources = new Map(
    paths
      .filter((path) => /\.(test|fixture)\.ts$/.test(path) && !path.endsWith('.integration.test.ts'))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
  const withProperties = [...sources].filter(([, source]) =>
    source.includes("from '@loci/testing/assert-property'"),
  );
  const shared = withProperties.flatMap(([path]) => (path.endsWith('.fixture.ts') ? [basename(path)] : []));
  return [...sources]
    .filter(([path]) => path.endsWith('.test.ts'))
    .filter(
      ([path, source]) =>
        withProperties.some(([other]) => other === path) ||
        shared.some((name) => source.includes(`/${name}'`)),
    )
    .map(([path]) => path);
}
