import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@elastic/elasticsearch';
import { realServers } from '@loci/testing/integration-engines';
import { createElasticsearchKeywordIndex } from '../src/keyword-index/elasticsearch/elasticsearch-keyword-index.ts';
import type { ElasticsearchKeywordIndexOptions } from '../src/keyword-index/elasticsearch/elasticsearch-keyword-index.ts';
import type { KeywordIndex } from '../src/keyword-index/keyword-index.ts';

export interface ElasticsearchFixture {
  client: Client;
  newPrefix(): string;
  /** With an index of its own at each call, unless a prefix is given. */
  create(part?: Partial<ElasticsearchKeywordIndexOptions>): KeywordIndex;
  /** Another way to the server, which can be cut. */
  createProxy(): Promise<FaultProxy>;
  /** The address of a way to the server on which some answers get lost, after the server has done its part. */
  startResponseDroppingProxy(isLost: (method: string, path: string) => boolean): Promise<string>;
  /** Removes everything that was made. */
  cleanUp(): Promise<void>;
}

export interface FaultProxy {
  url: string;
  refuseConnections(): Promise<void>;
  /** Takes what is sent and never answers. */
  blackhole(): Promise<void>;
  restore(): Promise<void>;
}

export function createElasticsearchFixture(): ElasticsearchFixture {
  const { elasticsearch, toxiproxy } = realServers();
  const client = new Client({ node: elasticsearch.url });
  const root = `test${Math.random().toString(36).slice(2, 10)}`;
  const indexes: KeywordIndex[] = [];
  const proxies: string[] = [];
  const forwarders: Server[] = [];
  let made = 0;
  const newPrefix = (): string => `${root}-${++made}`;

  async function control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${toxiproxy.url}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`Toxiproxy answered ${response.status} to ${method} ${path}.`);
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
      const { listen } = (await control('POST', '/proxies', {
        name,
        listen: '127.0.0.1:0',
        upstream: new URL(elasticsearch.url).host,
      })) as { listen: string };
      proxies.push(name);
      const toxics = `/proxies/${name}/toxics`;
      let isSwallowing = false;
      return {
        url: `http://${listen}`,
        refuseConnections: async () => void (await control('POST', `/proxies/${name}`, { enabled: false })),
        async blackhole() {
          await control('POST', toxics, { name: 'swallow', type: 'timeout', attributes: { timeout: 0 } });
          isSwallowing = true;
        },
        async restore() {
          if (isSwallowing) await control('DELETE', `${toxics}/swallow`);
          isSwallowing = false;
          await control('POST', `/proxies/${name}`, { enabled: true });
        },
      };
    },
    async startResponseDroppingProxy(isLost) {
      const forwarder = createServer((incoming, outgoing) => {
        const { method = '', url: path = '', headers } = incoming;
        const onward = request(new URL(path, elasticsearch.url), { method, headers }, (answer) => {
          if (isLost(method, path)) {
            incoming.socket.destroy();
            answer.resume();
            return;
          }
          outgoing.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(outgoing);
        });
        incoming.pipe(onward);
      });
      forwarders.push(forwarder);
      forwarder.listen(0, '127.0.0.1');
      await once(forwarder, 'listening');
      return `http://127.0.0.1:${(forwarder.address() as AddressInfo).port}`;
    },
    async cleanUp() {
      await Promise.all(indexes.map((index) => index.close()));
      for (const forwarder of forwarders) forwarder.close();
      for (const name of proxies) await control('DELETE', `/proxies/${name}`);
      const found = Object.keys(await client.indices.get({ index: `${root}-*` }));
      if (found.length > 0) await client.indices.delete({ index: found });
      await client.close();
    },
  };
}
