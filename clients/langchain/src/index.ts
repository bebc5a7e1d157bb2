export { LociChatMessageHistory } from './loci-chat-message-history.ts';
export type { LociChatMessageHistoryFields } from './loci-chat-message-history.ts';
export { LociRetriever } from './loci-retriever.ts';
export type { LociDocumentMetadata, LociRetrieverFields } from './loci-retriever.ts';
export { LociStore } from './loci-store.ts';
export type { LociStoreFields } from './loci-store.ts';
