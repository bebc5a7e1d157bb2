import { Client } from '@elastic/elasticsearch';
import { realServers } from '@loci/testing/real-servers';
import { createElasticsearchKeywordIndex } from '../elasticsearch.ts';
import type { ElasticsearchKeywordIndex, ElasticsearchKeywordIndexOptions } from '../elasticsearch.ts';

export interface ElasticsearchUnderTest {
  client: Client;
  newPrefix(): string;
  /** With an index of its own at each call, unless a prefix is given. */
  create(part?: Partial<ElasticsearchKeywordIndexOptions>): ElasticsearchKeywordIndex;
  /** Another way to the server, which can be cut. */
  proxied(): Promise<Proxied>;
  /** Removes everything that was made. */
  end(): Promise<void>;
}

export interface Proxied {
  url: string;
  refuse(): Promise<void>;
  /** Takes what is sent and never answers. */
  swallow(): Promise<void>;
  heal(): Promise<void>;
}

export function elasticsearchUnderTest(): ElasticsearchUnderTest {
  const { elasticsearch, toxiproxy } = realServers();
  const client = new Client({ node: elasticsearch.url });
  const root = `test${Math.random().toString(36).slice(2, 10)}`;
  const indexes: ElasticsearchKeywordIndex[] = [];
  const proxies: string[] = [];
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
    async proxied() {
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
        refuse: async () => void (await control('POST', `/proxies/${name}`, { enabled: false })),
        async swallow() {
          await control('POST', toxics, { name: 'swallow', type: 'timeout', attributes: { timeout: 0 } });
          isSwallowing = true;
        },
        async heal() {
          if (isSwallowing) await control('DELETE', `${toxics}/swallow`);
          isSwallowing = false;
          await control('POST', `/proxies/${name}`, { enabled: true });
        },
      };
    },
    async end() {
      await Promise.all(indexes.map((index) => index.close()));
      for (const name of proxies) await control('DELETE', `/proxies/${name}`);
      const found = Object.keys(await client.indices.get({ index: `${root}-*` }));
      if (found.length > 0) await client.indices.delete({ index: found });
      await client.close();
    },
  };
}
