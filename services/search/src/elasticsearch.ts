export { createElasticsearchKeywordIndex } from './keyword-index/elasticsearch.ts';
export type {
  ElasticsearchKeywordIndex,
  ElasticsearchKeywordIndexOptions,
} from './keyword-index/elasticsearch.ts';
