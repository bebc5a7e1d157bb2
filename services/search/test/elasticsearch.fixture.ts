import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@elastic/elasticsearch';
import { integrationEngines } from '@loci/testing/integration-engines';
import { createElasticsearchKeywordIndex } from '../src/keyword-index/elasticsearch/elasticsearch-keyword-index.ts';
import type { ElasticsearchKeywordIndexOptions } from '../src/keyword-index/elasticsearch/elasticsearch-keyword-index.ts';
import type { KeywordIndex } from '../src/keyword-index/keyword-index.ts';

/** Keyword indexes on the Elasticsearch server of the integration tests, and proxies that simulate faults. */
export interface ElasticsearchFixture {
  /** A client that is connected to the server without a proxy. */
  client: Client;
  newPrefix(): string;
  /** Creates a keyword index with a new prefix, unless one is given. */
  create(part?: Partial<ElasticsearchKeywordIndexOptions>): KeywordIndex;
  /** Starts a proxy that forwards requests to the server and can interrupt connections. */
  createProxy(): Promise<FaultProxy>;
  /** Starts a proxy that forwards all requests to the server and drops some responses. Returns its URL. */
  startResponseDroppingProxy(drops: (method: string, path: string) => boolean): Promise<string>;
  /**
   * Closes all keyword indexes and proxies and deletes all indexes of the server that the fixture created.
   */
  cleanUp(): Promise<void>;
}

export interface FaultProxy {
  url: string;
  refuseConnections(): Promise<void>;
  /** Accepts connections and requests, but returns no responses. */
  blackhole(): Promise<void>;
  /** Ends all faults. */
  restore(): Promise<void>;
}

export function createElasticsearchFixture(): ElasticsearchFixture {
  const { elasticsearch, toxiproxy } = integrationEngines();
  const client = new Client({ node: elasticsearch.url });
  const rootPrefix = `test${Math.random().toString(36).slice(2, 10)}`;
  const indexes: KeywordIndex[] = [];
  const proxyNames: string[] = [];
  const responseDroppingProxies: Server[] = [];
  let prefixCount = 0;
  const newPrefix = (): string => `${rootPrefix}-${++prefixCount}`;

  async function callToxiproxy(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${toxiproxy.url}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`Toxiproxy responded with ${response.status} to ${method} ${path}.`);
    return response.status === 204 ? undefined : response.json();
  }

  return {
    client,
    newPrefix,
    create(part = {}) {
      const index = createElasticsearchKeywordIndex({
        url: elasticsearch.url,
        indexPrefix: newPrefix(),
        replicas: 0,
        ...part,
      });
      indexes.push(index);
      return index;
    },
    async createProxy() {
      const name = newPrefix();
      const { listen } = (await callToxiproxy('POST', '/proxies', {
        name,
        listen: '127.0.0.1:0',
        upstream: new URL(elasticsearch.url).host,
      })) as { listen: string };
      proxyNames.push(name);
      const toxics = `/proxies/${name}/toxics`;
      let isBlackholed = false;
      return {
        url: `http://${listen}`,
        refuseConnections: async () =>
          void (await callToxiproxy('POST', `/proxies/${name}`, { enabled: false })),
        async blackhole() {
          const toxic = { name: 'blackhole', type: 'timeout', attributes: { timeout: 0 } };
          await callToxiproxy('POST', toxics, toxic);
          isBlackholed = true;
        },
        async restore() {
          if (isBlackholed) await callToxiproxy('DELETE', `${toxics}/blackhole`);
          isBlackholed = false;
          await callToxiproxy('POST', `/proxies/${name}`, { enabled: true });
        },
      };
    },
    async startResponseDroppingProxy(drops) {
      const proxy = createServer((incoming, outgoing) => {
        const { method = '', url: path = '', headers } = incoming;
        const forwarded = request(new URL(path, elasticsearch.url), { method, headers }, (response) => {
          if (drops(method, path)) {
            incoming.socket.destroy();
            response.resume();
            return;
          }
          outgoing.writeHead(response.statusCode!, response.headers);
          response.pipe(outgoing);
        });
        incoming.pipe(forwarded);
      });
      responseDroppingProxies.push(proxy);
      proxy.listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    },
    async cleanUp() {
      await Promise.all(indexes.map((index) => index.close()));
      for (const proxy of responseDroppingProxies) proxy.close();
      for (const name of proxyNames) await callToxiproxy('DELETE', `/proxies/${name}`);
      const found = Object.keys(await client.indices.get({ index: `${rootPrefix}-*` }));
      if (found.length > 0) await client.indices.delete({ index: found });
      await client.close();
    },
  };
}
