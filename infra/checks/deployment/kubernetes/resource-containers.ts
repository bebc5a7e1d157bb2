import { placeholderFor } from '../container.ts';
import type { Container } from '../container.ts';
import type { ContainerSpec, Resource } from './resource.ts';

export interface ResourceContainers {
  containers: Container[];
  /** Unresolved references to ConfigMaps and Secrets, one line each. */
  problems: string[];
}

/**
 * Lists the containers of the Loci image with their environment from ConfigMaps and Secrets. Values of Secrets are replaced
 * by placeholders.
 *
 * @param label prefix of the container names
 */
export function resourceContainers(label: string, resources: readonly Resource[]): ResourceContainers {
  const containers: Container[] = [];
  const problems: string[] = [];
  for (const resource of resources) {
    for (const container of resource.spec?.template?.spec?.containers ?? []) {
      if (container.name !== 'service') continue;
      const name = `${label}: ${resource.metadata.name}`;
      const found = environmentOf(container, resources);
      problems.push(...found.problems.map((problem) => `${name}: ${problem}`));
      containers.push({ name, command: container.command ?? [], environment: found.environment });
    }
  }
  return { containers, problems };
}

function environmentOf(container: ContainerSpec, resources: readonly Resource[]) {
  const environment: Record<string, string> = {};
  const problems: string[] = [];
  const find = (kind: string, reference: { name: string; optional?: boolean } | undefined) => {
    if (reference === undefined) return undefined;
    const found = resources.find((each) => each.kind === kind && each.metadata.name === reference.name);
    if (found === undefined && reference.optional !== true) {
      problems.push(`there is no ${kind} ${reference.name}`);
    }
    return found && valuesOf(found);
  };
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    Object.assign(environment, find('ConfigMap', configMapRef), find('Secret', secretRef));
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const reference = valueFrom?.secretKeyRef ?? valueFrom?.configMapKeyRef;
    const values = find('Secret', valueFrom?.secretKeyRef) ?? find('ConfigMap', valueFrom?.configMapKeyRef);
    if (value !== undefined) environment[name] = value;
    else if (reference !== undefined && values !== undefined) {
      const referred = values[reference.key];
      // The key of a Secret can have another name than the variable.
      if (referred !== undefined)
        environment[name] = valueFrom?.secretKeyRef ? placeholderFor(name) : referred;
      else if (reference.optional !== true) problems.push(`${reference.name} has no key ${reference.key}`);
    }
  }
  return { environment, problems };
}

function valuesOf(resource: Resource): Record<string, string> {
  const { kind, data = {}, stringData = {} } = resource;
  if (kind === 'ConfigMap') return data;
  return Object.fromEntries(
    Object.keys({ ...data, ...stringData }).map((name) => [name, placeholderFor(name)]),
  );
}
