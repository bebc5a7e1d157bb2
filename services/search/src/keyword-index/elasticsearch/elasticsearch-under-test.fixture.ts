import { Client } from '@elastic/elasticsearch';
import { realServers } from '@loci/testing/real-servers';
import type { ElasticsearchKeywordIndexOptions } from '../elasticsearch.ts';

export interface ElasticsearchUnderTest {
  client: Client;
  /** An index of its own at each call, unless a prefix is given. */
  options(part?: Partial<ElasticsearchKeywordIndexOptions>): ElasticsearchKeywordIndexOptions;
  /** Everything that was made under these options. */
  removeIndexes(): Promise<void>;
}

export function elasticsearchUnderTest(): ElasticsearchUnderTest {
  const { url } = realServers().elasticsearch;
  const client = new Client({ node: url });
  const root = `test${Math.random().toString(36).slice(2, 10)}`;
  let made = 0;
  return {
    client,
    options: (part = {}) => ({ url, indexPrefix: `${root}-${++made}`, replicas: 0, ...part }),
    async removeIndexes() {
      const indexes = Object.keys(await client.indices.get({ index: `${root}-*` }));
      if (indexes.length > 0) await client.indices.delete({ index: indexes });
      await client.close();
    },
  };
}
