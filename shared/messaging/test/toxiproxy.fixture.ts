import { realServers } from '@loci/testing/integration-engines';

/** A network between a client and a broker that can fail. */
export interface Proxy {
  /** Where clients connect. */
  address: string;
  /** Breaks the connections and refuses new ones. */
  cut(): Promise<void>;
  /** What the broker says no longer arrives, though what is said to it does. */
  loseAnswers(): Promise<void>;
  heal(): Promise<void>;
  remove(): Promise<void>;
}

/** On the one address that the broker's second listener tells its clients. */
export async function openProxy(name: string): Promise<Proxy> {
  const servers = realServers();
  const { url } = servers.toxiproxy;
  const { listen, upstream } = servers.kafkaProxy;
  const ask = async (method: string, path: string, body?: object): Promise<void> => {
    const response = await fetch(new URL(path, url), {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`Toxiproxy: ${method} ${path}: ${await response.text()}`);
  };
  await ask('POST', '/proxies', { name, listen, upstream, enabled: true });
  const toxics = new Set<string>();
  return {
    address: listen,
    cut: () => ask('POST', `/proxies/${name}`, { enabled: false }),
    loseAnswers: async () => {
      toxics.add('lost');
      const toxic = { name: 'lost', type: 'timeout', stream: 'downstream', attributes: { timeout: 0 } };
      await ask('POST', `/proxies/${name}/toxics`, toxic);
    },
    heal: async () => {
      for (const toxic of toxics) await ask('DELETE', `/proxies/${name}/toxics/${toxic}`);
      toxics.clear();
      await ask('POST', `/proxies/${name}`, { enabled: true });
    },
    remove: () => ask('DELETE', `/proxies/${name}`),
  };
}
