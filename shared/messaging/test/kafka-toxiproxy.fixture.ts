import { integrationEngines } from '@loci/testing/integration-engines';

/** A Toxiproxy proxy between Kafka clients and the broker. */
export interface KafkaProxy {
  /** Broker address for clients that connect through the proxy. */
  address: string;
  /** Closes all connections and refuses new connections. */
  cut(): Promise<void>;
  /** Drops the responses of the broker. Requests still reach the broker. */
  dropResponses(): Promise<void>;
  /** Restores the connection. */
  heal(): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a proxy on the address that the second listener of the broker advertises. */
export async function openKafkaProxy(name: string): Promise<KafkaProxy> {
  const servers = integrationEngines();
  const { url } = servers.toxiproxy;
  const { listen, upstream } = servers.kafkaProxy;
  const request = async (method: string, path: string, body?: object): Promise<void> => {
    const response = await fetch(new URL(path, url), {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok)
      throw new Error(
        `Toxiproxy rejected ${method} ${path} with ${response.status}: ${await response.text()}`,
      );
  };
  await request('POST', '/proxies', { name, listen, upstream, enabled: true });
  const toxics = new Set<string>();
  return {
    address: listen,
    cut: () => request('POST', `/proxies/${name}`, { enabled: false }),
    dropResponses: async () => {
      toxics.add('lost');
      const toxic = { name: 'lost', type: 'timeout', stream: 'downstream', attributes: { timeout: 0 } };
      await request('POST', `/proxies/${name}/toxics`, toxic);
    },
    heal: async () => {
      for (const toxic of toxics) await request('DELETE', `/proxies/${name}/toxics/${toxic}`);
      toxics.clear();
      await request('POST', `/proxies/${name}`, { enabled: true });
    },
    remove: () => request('DELETE', `/proxies/${name}`),
  };
}
