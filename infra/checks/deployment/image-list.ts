import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from './root.ts';

/** What needs an image of a third party. */
type Usage = 'build' | 'chart' | 'compose' | 'kustomize' | 'engines';

const HEADER = `# Images of third parties that the build of the images, the Helm chart, docker-compose.yml, k8s/components and k8s/engines use.
# Generated with \`npm run generate\`. docs/supply-chain.md describes how to copy them to a registry.
`;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Generates the content of `infra/docker/images.txt`: one line per image, with its usages. */
export function imageListFile(): string {
  const usages = new Map<string, Set<Usage>>();
  const add = (usage: Usage, images: readonly string[]): void => {
    for (const image of images) usages.set(image, (usages.get(image) ?? new Set()).add(usage));
  };
  add('build', buildImages());
  add('chart', Object.values((parse(read('infra/helm/loci/values.yaml')) as ChartValues).backup.images));
  add('compose', composeImages());
  add('kustomize', imagesIn('k8s/components/*/*.yaml', 'image'));
  add('engines', imagesIn('k8s/engines/*/*.yaml', 'imageName'));
  const lines = [...usages].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${HEADER}${lines.map(([image, names]) => `${image} ${[...names].join(' ')}\n`).join('')}`;
}

interface ChartValues {
  backup: { images: Record<string, string> };
}

const buildImages = (): string[] =>
  [...read('infra/docker/Dockerfile').matchAll(/^FROM (\S+[:@]\S+) AS /gm)].map(([, image]) => image!);

function composeImages(): string[] {
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, { image: string }>;
  };
  return Object.values(services)
    .map(({ image }) => image)
    .filter((image) => !/^loci(-standalone)?:/.test(image));
}

/** Returns the values of a key in all objects of YAML files, without the image of Loci. */
function imagesIn(pattern: string, key: string): string[] {
  const images: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, child] of Object.entries(value)) {
      if (name === key && typeof child === 'string' && child !== 'loci') images.push(child);
      else visit(child);
    }
  };
  for (const file of globSync(pattern, { cwd: ROOT }))
    for (const document of parseAllDocuments(read(file))) visit(document.toJS());
  return images;
}
