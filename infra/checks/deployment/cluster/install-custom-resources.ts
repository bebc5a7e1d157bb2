import type { CustomResourceDefinition } from './custom-resource-definitions.ts';
import type { KubernetesClient } from './kubernetes-client.ts';
import { poll } from './start-control-plane.ts';

interface Conditions {
  status?: { conditions?: { type: string; status: string }[] };
}

/** Installs CustomResourceDefinitions, and waits until the API server serves them. */
export async function installCustomResources(
  client: KubernetesClient,
  definitions: readonly CustomResourceDefinition[],
): Promise<void> {
  for (const definition of definitions) await client.apply(definition);
  for (const { metadata } of definitions) {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${metadata.name}`;
    await poll(`The definition ${metadata.name}`, async () => {
      const { status } = await client.get<Conditions>(path);
      const established = status?.conditions?.find(({ type }) => type === 'Established');
      if (established?.status !== 'True') throw new Error('The definition is not established.');
    });
  }
}
