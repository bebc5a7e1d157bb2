import { realServers } from '@loci/testing/integration-engines';

/** A network between a store and Neo4j that can fail. */
export interface Neo4jProxy {
  url: string;
  /** Breaks the connections and refuses new ones. */
  cut(): Promise<void>;
  /** Nothing that is said arrives any more, and nothing says so. */
  silence(): Promise<void>;
  heal(): Promise<void>;
  remove(): Promise<void>;
}

/** @param name of this test alone */
export async function openNeo4jProxy(name: string): Promise<Neo4jProxy> {
  const { toxiproxy, neo4j } = realServers();
  const ask = async (method: string, path: string, body: object | null = null): Promise<unknown> => {
    const url = `${toxiproxy.url}/proxies${path}`;
    const response = await fetch(url, { method, body: body === null ? null : JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`Toxiproxy: ${method} ${path}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const proxy = { name, listen: '127.0.0.1:0', upstream: new URL(neo4j.url).host };
  const { listen } = (await ask('POST', '', proxy)) as { listen: string };
  const streams = ['upstream', 'downstream'] as const;
  let silent = false;
  return {
    url: `bolt://${listen}`,
    async cut() {
      await ask('POST', `/${name}`, { enabled: false });
    },
    async silence() {
      silent = true;
      for (const stream of streams) {
        const toxic = { name: stream, type: 'timeout', stream, attributes: { timeout: 0 } };
        await ask('POST', `/${name}/toxics`, toxic);
      }
    },
    async heal() {
      if (silent) for (const stream of streams) await ask('DELETE', `/${name}/toxics/${stream}`);
      silent = false;
      // The port stays the same, or the URL above would lead nowhere.
      await ask('POST', `/${name}`, { enabled: true, listen });
    },
    async remove() {
      await ask('DELETE', `/${name}`);
    },
  };
}
