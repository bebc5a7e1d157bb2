import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readEnvFile } from '../compose/env-file.ts';
import { ROOT } from '../root.ts';
import { parseResources } from './resource.ts';
import type { Resource } from './resource.ts';

const KUBERNETES = join(ROOT, 'k8s');

interface Kustomization {
  components?: string[];
  configMapGenerator?: { name: string; literals?: string[]; envs?: string[] }[];
}

/**
 * Assembles the Deployments and ConfigMaps of an overlay without kustomize, which is not installed everywhere.
 * `deployment-files.integration.test.ts` checks the output of kustomize itself.
 *
 * @param secrets the Secrets that the overlay expects or creates
 */
export function assembleOverlay(overlay: string, secrets: readonly Resource[]): Resource[] {
  const everywhere = read('base/every-service.yaml')[0]!.spec!.template!.spec!.containers![0]!;
  const workloads = globSync('base/*/{deployment,workers,job}.yaml', { cwd: KUBERNETES }).flatMap(read);
  for (const { kind, spec } of workloads) {
    const container = spec!.template!.spec!.containers![0]!;
    if (kind === 'Deployment') container.env = [...everywhere.env!, ...(container.env ?? [])];
  }
  return [...workloads, ...configMapsOf(join('overlays', overlay)), ...secrets];
}

function configMapsOf(folder: string): Resource[] {
  const text = readFileSync(join(KUBERNETES, folder, 'kustomization.yaml'), 'utf8');
  const { components = [], configMapGenerator = [] } = parse(text) as Kustomization;
  const own = configMapGenerator.map(({ name, literals = [], envs = [] }) => {
    const files = envs.map((file) => readFileSync(join(KUBERNETES, folder, file), 'utf8'));
    return {
      kind: 'ConfigMap',
      metadata: { name },
      data: readEnvFile([...literals, ...files].join('\n')).set,
    };
  });
  return [...own, ...components.flatMap((component) => configMapsOf(join(folder, component)))];
}

function read(path: string): Resource[] {
  return parseResources(readFileSync(join(KUBERNETES, path), 'utf8'));
}
