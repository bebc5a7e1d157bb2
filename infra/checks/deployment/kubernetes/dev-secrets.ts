import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readEnvFile } from '../compose/env-file.ts';
import { ROOT } from '../root.ts';
import type { Resource } from './resource.ts';

/** Temporary copy of k8s/ with generated secrets of the dev overlay. */
export interface KubernetesCopy {
  kubernetes: string;
  remove(): void;
}

export function copyWithDevSecrets(): KubernetesCopy {
  const parent = mkdtempSync(join(tmpdir(), 'loci-kubernetes-'));
  const kubernetes = join(parent, 'k8s');
  cpSync(join(ROOT, 'k8s'), kubernetes, {
    recursive: true,
    filter: (path) => basename(path) !== 'secrets',
  });
  execFileSync(join(kubernetes, 'overlays', 'dev', 'make-secrets.sh'), { stdio: 'pipe' });
  return { kubernetes, remove: () => rmSync(parent, { recursive: true }) };
}

/** Returns the Secrets that `make-secrets.sh` creates. */
export function devSecrets(): Resource[] {
  const { kubernetes, remove } = copyWithDevSecrets();
  try {
    const folder = join(kubernetes, 'overlays', 'dev', 'secrets');
    return readdirSync(folder).map((file) => ({
      kind: 'Secret',
      metadata: { name: basename(file, '.env') },
      stringData: readEnvFile(readFileSync(join(folder, file), 'utf8')).set,
    }));
  } finally {
    remove();
  }
}
