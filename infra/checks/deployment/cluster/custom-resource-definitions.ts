import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { goModuleFolder } from './go-modules.ts';

/** Schema of a field in a CustomResourceDefinition. */
export interface FieldSchema {
  type?: string;
  /** Regular expression of Go. */
  pattern?: string;
  properties?: Record<string, FieldSchema>;
  additionalProperties?: FieldSchema | boolean;
  items?: FieldSchema;
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  'x-kubernetes-embedded-resource'?: boolean;
}

export interface CustomResourceDefinition {
  apiVersion: string;
  kind: 'CustomResourceDefinition';
  metadata: { name: string };
  spec: {
    group: string;
    names: { kind: string };
    versions: { name: string; schema: { openAPIV3Schema: FieldSchema } }[];
  };
  [field: string]: unknown;
}

/** Go modules that contain the definitions of the optional parts of the chart and of the engines. */
const MODULES = [
  { path: 'sigs.k8s.io/gateway-api', version: 'v1.6.3', files: 'config/crd/standard/*httproutes.yaml' },
  { path: 'github.com/kedacore/keda/v2', version: 'v2.21.0', files: 'config/crd/bases/keda.sh_*.yaml' },
  {
    path: 'github.com/cloudnative-pg/cloudnative-pg',
    version: 'v1.28.0',
    files: 'config/crd/bases/*_{clusters,scheduledbackups,databases}.yaml',
  },
  {
    path: 'github.com/cloudnative-pg/plugin-barman-cloud',
    version: 'v0.13.0',
    files: 'config/crd/bases/*_objectstores.yaml',
  },
  { path: 'github.com/elastic/cloud-on-k8s/v3', version: 'v3.5.0', files: 'config/crds/v1/all-crds.yaml' },
  {
    path: 'github.com/external-secrets/external-secrets',
    version: 'v1.3.2',
    files: 'config/crds/bases/external-secrets.io_{externalsecrets,secretstores}.yaml',
  },
  {
    path: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.85.0',
    files: 'example/prometheus-operator-crd/monitoring.coreos.com_{podmonitors,prometheusrules}.yaml',
  },
];

/** Reads the definitions of the Go modules, which it downloads once. */
export async function readModuleDefinitions(): Promise<CustomResourceDefinition[]> {
  const definitions = await Promise.all(
    MODULES.map(async ({ path, version, files }) => {
      const folder = await goModuleFolder(path, version);
      return globSync(files, { cwd: folder }).flatMap((file) => readDefinitions(join(folder, file)));
    }),
  );
  return definitions.flat();
}

export function readDefinitions(file: string): CustomResourceDefinition[] {
  return parseAllDocuments(readFileSync(file, 'utf8'))
    .map((document) => document.toJS() as CustomResourceDefinition | null)
    .filter((object) => object?.kind === 'CustomResourceDefinition') as CustomResourceDefinition[];
}
