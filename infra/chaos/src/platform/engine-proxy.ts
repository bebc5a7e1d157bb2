import type { NETWORK_FAULTS } from '../faults/fault.ts';

export type NetworkFault = (typeof NETWORK_FAULTS)[number];

/** A Toxiproxy proxy in front of an engine. */
export interface EngineProxy {
  /** Address for clients in the form `host:port`. */
  address: string;
  inject(fault: NetworkFault): Promise<void>;
  /** Removes all faults. Idempotent. */
  heal(): Promise<void>;
}

const TOXICS: Record<Exclude<NetworkFault, 'refuse'>, readonly object[]> = {
  reset: ['upstream', 'downstream'].map((stream) => ({
    name: `reset-${stream}`,
    type: 'reset_peer',
    stream,
    attributes: { timeout: 0 },
  })),
  // A timeout of 0 keeps the connection open until the toxic is removed.
  blackhole: [{ name: 'blackhole', type: 'timeout', stream: 'downstream', attributes: { timeout: 0 } }],
};

/** Creates a proxy. @param listen `host:port`; port 0 chooses a free port */
export async function openEngineProxy(
  toxiproxyUrl: string,
  { name, listen, upstream }: { name: string; listen: string; upstream: string },
): Promise<EngineProxy> {
  const request = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(new URL(path, toxiproxyUrl), {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`The Toxiproxy request ${method} ${path} returned status ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const created = (await request('POST', '/proxies', { name, listen, upstream, enabled: true })) as {
    listen: string;
  };
  return {
    address: created.listen,
    inject: async (fault) => {
      if (fault === 'refuse') await request('POST', `/proxies/${name}`, { enabled: false });
      else for (const toxic of TOXICS[fault]) await request('POST', `/proxies/${name}/toxics`, toxic);
    },
    heal: async () => {
      const toxics = (await request('GET', `/proxies/${name}/toxics`)) as { name: string }[];
      for (const toxic of toxics) await request('DELETE', `/proxies/${name}/toxics/${toxic.name}`);
      await request('POST', `/proxies/${name}`, { enabled: true });
    },
  };
}
