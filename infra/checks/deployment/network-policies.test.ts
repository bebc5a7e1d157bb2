import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './root.ts';

interface NetworkPolicy {
  spec: {
    podSelector: { matchLabels: Record<string, string> };
    policyTypes: string[];
    egress: {
      ports: { port: number }[];
      to?: {
        podSelector?: { matchLabels: Record<string, string> };
        ipBlock?: { cidr: string; except?: string[] };
      }[];
    }[];
  };
}

interface Service {
  kind: string;
  spec: { ports: { port: number }[] };
}

const read = <T>(path: string): T[] =>
  parseAllDocuments(readFileSync(join(ROOT, 'k8s', path), 'utf8')).map((document) => document.toJS() as T);

const DOCUMENT_PODS = { 'app.kubernetes.io/part-of': 'loci', 'app.kubernetes.io/name': 'document' };
const DNS_PORT = 53;

const [base] = read<NetworkPolicy>('base/document/network-policy.yaml');
const [production] = read<NetworkPolicy>('overlays/production/document-egress.yaml');

/** Returns the egress rules for stores, which are all rules except DNS. */
const storeRules = ({ spec }: NetworkPolicy) =>
  spec.egress.filter(({ ports }) => ports.some(({ port }) => port !== DNS_PORT));

// Document pods parse uploaded files. Without these policies, a parser could send data to any address.
describe('egress of the document pods', () => {
  test.each([
    ['base', base!],
    ['production', production!],
  ])('is restricted by the %s policy for both document Deployments', (_, { spec }) => {
    expect(spec.podSelector.matchLabels).toEqual(DOCUMENT_PODS);
    expect(spec.policyTypes).toContain('Egress');
  });

  test.each([
    ['base', base!],
    ['production', production!],
  ])('is limited by every rule of the %s policy to listed ports and destinations', (_, { spec }) => {
    for (const { ports, to = [] } of spec.egress) {
      expect(ports.length).toBeGreaterThan(0);
      expect(to.length).toBeGreaterThan(0);
      expect(to.map(({ ipBlock }) => ipBlock?.cidr)).not.toContain('0.0.0.0/0');
    }
  });

  test('is allowed by the base policy to exactly the ports of PostgreSQL, Kafka and the object store', () => {
    const allowed = storeRules(base!).map(({ ports, to }) => [
      to![0]!.podSelector!.matchLabels['app.kubernetes.io/name'],
      ports[0]!.port,
    ]);
    const served = ['postgres', 'kafka', 's3'].map((store) => {
      const service = read<Service>(`components/${store}/store.yaml`).find(({ kind }) => kind === 'Service')!;
      return [store, service.spec.ports[0]!.port];
    });
    expect(allowed).toEqual(served);
  });

  test('is restricted by a policy that the production overlay includes', () => {
    const [kustomization] = read<{ resources: string[] }>('overlays/production/kustomization.yaml');
    expect(kustomization!.resources).toContain('document-egress.yaml');
  });
});

// Webhook pods send requests to URLs that users choose.
describe('egress of the webhook pods', () => {
  const [webhook] = read<NetworkPolicy>('base/webhook/network-policy.yaml');

  test('is restricted by a policy for both webhook Deployments', () => {
    expect(webhook!.spec.podSelector.matchLabels).toEqual({
      'app.kubernetes.io/part-of': 'loci',
      'app.kubernetes.io/name': 'webhook',
    });
    expect(webhook!.spec.policyTypes).toContain('Egress');
  });

  test('excludes private, loopback and link-local addresses from the public addresses', () => {
    const open = webhook!.spec.egress.flatMap(({ to = [] }) =>
      to.flatMap(({ ipBlock }) => (ipBlock?.cidr === '0.0.0.0/0' ? [ipBlock.except] : [])),
    );
    expect(open).toEqual([
      expect.arrayContaining([
        '10.0.0.0/8',
        '127.0.0.0/8',
        '169.254.0.0/16',
        '172.16.0.0/12',
        '192.168.0.0/16',
      ]),
    ]);
  });

  test('is extended for external stores by a policy that the production overlay includes', () => {
    const [kustomization] = read<{ resources: string[] }>('overlays/production/kustomization.yaml');
    expect(kustomization!.resources).toContain('webhook-egress.yaml');
  });
});

describe('the component operator-view', () => {
  const FOLDER = 'components/operator-view';
  const [kustomization] = read<{ configMapGenerator: { literals: string[] }[] }>(
    `${FOLDER}/kustomization.yaml`,
  );
  const services = read<{ metadata: { name: string }; spec: { selector: object; ports: object[] } }>(
    `${FOLDER}/admin-services.yaml`,
  );

  test('has a Service for the admin port of every Deployment', () => {
    const deployments = globSync('base/*/{deployment,workers}.yaml', { cwd: join(ROOT, 'k8s') })
      .flatMap((path) => read<{ kind: string; spec: { selector: { matchLabels: object } } }>(path))
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ spec }) => spec.selector.matchLabels);
    const selectors = services.map(({ spec }) => spec.selector);
    expect(selectors).toHaveLength(deployments.length);
    expect(selectors).toEqual(expect.arrayContaining(deployments));
    for (const { spec } of services) {
      expect(spec.ports).toEqual([{ name: 'metrics', port: 9090, targetPort: 'metrics' }]);
    }
  });

  test('lists exactly these Services in ADMIN_URLS', () => {
    expect(kustomization!.configMapGenerator[0]!.literals).toEqual([
      `ADMIN_URLS=${services.map(({ metadata }) => `http://${metadata.name}:9090`).join()}`,
    ]);
  });

  test('allows only the portal to connect to the admin ports', () => {
    const [policy] = read<{ spec: { ingress: object[] } }>(`${FOLDER}/network-policy.yaml`);
    expect(policy!.spec.ingress).toEqual([
      {
        ports: [{ port: 'metrics' }],
        from: [
          {
            podSelector: {
              matchLabels: { 'app.kubernetes.io/part-of': 'loci', 'app.kubernetes.io/name': 'portal' },
            },
          },
        ],
      },
    ]);
  });
});
