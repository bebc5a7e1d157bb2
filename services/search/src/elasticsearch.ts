export { createElasticsearchKeywordIndex } from './keyword-index/elasticsearch.ts';
export type { ElasticsearchKeywordIndexOptions } from './keyword-index/elasticsearch.ts';
