export { createElasticsearchKeywordIndex } from './keyword-index/elasticsearch/elasticsearch-keyword-index.ts';
export type { ElasticsearchKeywordIndexOptions } from './keyword-index/elasticsearch/elasticsearch-keyword-index.ts';
