import { parseAllDocuments } from 'yaml';

export interface EnvironmentEntry {
  name: string;
  value?: string;
  valueFrom?: {
    secretKeyRef?: { name: string; key: string; optional?: boolean };
    configMapKeyRef?: { name: string; key: string; optional?: boolean };
  };
}

export interface EnvironmentSource {
  configMapRef?: { name: string; optional?: boolean };
  secretRef?: { name: string; optional?: boolean };
}

export interface ContainerSpec {
  name: string;
  image?: string;
  command?: string[];
  env?: EnvironmentEntry[];
  envFrom?: EnvironmentSource[];
}

/** Fields of a Kubernetes resource that the checks use. */
export interface Resource {
  apiVersion?: string;
  kind: string;
  metadata: { name: string };
  spec?: { template?: { spec?: { containers?: ContainerSpec[] } } };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

export function parseResources(text: string): Resource[] {
  return parseAllDocuments(text, { merge: true })
    .map((document) => document.toJS() as Resource | null)
    .filter((resource) => resource !== null);
}
