export { componentNames } from './component-names.ts';
export {
  AUDITED_SERVICES,
  AUDIT_LIST_ROUTE,
  MAX_AUDIT_PAGE,
  auditEntry,
  auditFilterFields,
  auditListRequest,
  auditListResponse,
  listAuditEntries,
} from './audit-client.ts';
export type { AuditEntry, AuditListRequest } from './audit-client.ts';
export {
  CONTRADICTION_TYPES,
  EMBEDDING_STATUSES,
  EVOLUTION_TYPES,
  LIFECYCLE_STATES,
  MAX_CONTENT_LENGTH,
  MAX_QUERY_LENGTH,
  MEMORY_TYPES,
  PROTECTED_MEMORY_TYPES,
  RESOLUTIONS,
  RESOLUTION_STATUSES,
  SOURCE_TYPES,
  isProtectedType,
} from './memory-types.ts';
export type {
  ContradictionType,
  EmbeddingStatus,
  EvolutionType,
  LifecycleState,
  MemoryType,
  Resolution,
  ResolutionStatus,
  SourceType,
} from './memory-types.ts';
export {
  REVOKED_GRANTS_PATH,
  DPOP_JTIS_PATH,
  EXCHANGE_API_KEY_PATH,
  FIRST_TOOL_CALLS_PATH,
  MAX_FIRST_TOOL_CALLS,
  firstToolCallsRequest,
  firstToolCallsResponse,
  INTERNAL_JWKS_PATH,
  createAuthClient,
  revokedGrantsResponse,
  dpopJtiResponse,
  dpopJtiRequest,
  exchangeApiKeyRequest,
  exchangeApiKeyResponse,
  jwksResponse,
} from './auth-client.ts';
export type { AuthClient, FirstToolCall, PublicJwk } from './auth-client.ts';
export {
  MAX_ARTIFACT_BYTES,
  MAX_FILTER_VALUES,
  MAX_INPUT_TAGS,
  MAX_INPUT_TAG_LENGTH,
  MAX_TIMESTAMP_LENGTH,
  MAX_NAME_PATTERN_LENGTH,
  MAX_USER_ID_LENGTH,
  tagListInput,
  tagsInput,
  externalSizeLimits,
} from './input-limits.ts';
export {
  DOCUMENT_CHUNK_ROUTE,
  PORTAL_CLIENT_ID,
  documentChunkPath,
  documentChunkResponse,
} from './portal-client.ts';
export type { DocumentChunkResponse } from './portal-client.ts';
export { authorizationServerMetadata, openidConfiguration } from './discovery-documents.ts';
export type { PublicUrls } from './discovery-documents.ts';
export {
  chunkContentsRequest,
  chunkContentsResponse,
  chunkRevisionsRequest,
  chunkRevisionsResponse,
  chunkStatesRequest,
  chunkStatesResponse,
  createDocumentClient,
  documentCountRequest,
  documentCountResponse,
  documentNamesRequest,
  documentNamesResponse,
  documentTenantsRequest,
  documentTenantsResponse,
  documentsRequest,
  documentsResponse,
} from './document-client.ts';
export type {
  ChunkContent,
  DocumentClient,
  DocumentName,
  DocumentSummary,
  DocumentsRequest,
} from './document-client.ts';
export { MAX_FREE_FORM_BYTES, MAX_OBJECT_ENTRIES, freeFormObject } from './free-form-object.ts';
export { PROCESSING_STATUSES } from './document-types.ts';
export type { ProcessingStatus } from './document-types.ts';
export { secretFilterRequest, secretFilterResponse, secretFilterSetting } from './secret-filter.ts';
export type { SecretFilterSetting } from './secret-filter.ts';
export type { CallOptions, ServiceClient, ServiceRequest } from './service-client.ts';
export { DIRECTION_TYPES, RELATIONSHIP_TYPES } from './relationship-types.ts';
export type { DirectionType, RelationshipType } from './relationship-types.ts';
export { AWAKENING_SECTIONS } from './awakening.ts';
export {
  AWAKENING_CONTEXT,
  MAX_SEARCHED_PHRASES,
  attachedMemories,
  listCheckpointsRequest,
  listCheckpointsResponse,
  restoreCheckpointRequest,
  restoreCheckpointResponse,
  saveCheckpointRequest,
  saveCheckpointResponse,
} from './checkpoint.ts';
export type {
  CheckpointList,
  ListCheckpointsRequest,
  PhraseHits,
  RestoreCheckpointRequest,
  RestoredCheckpoint,
  SaveCheckpointRequest,
  SavedCheckpoint,
} from './checkpoint.ts';
export {
  createClassifiedRequest,
  createMemoryClient,
  MAX_FOUND_MEMORIES,
  memoriesAtRequest,
  memoriesAtResponse,
  memoriesRequest,
  memoriesResponse,
  memoryIdsRequest,
  deletedVersionsResponse,
  listedVersionsResponse,
  memoryVersionsResponse,
  recordFoundRequest,
  versionsAtResponse,
} from './memory-client.ts';
export type {
  CreateClassifiedRequest,
  DeletedVersion,
  FoundMemory,
  ListedVersion,
  MemoryClient,
  MemoryVersion,
  MemoryVersionAt,
} from './memory-client.ts';
export { extractMemoryReferences, formatMemoryReference, normalizeWhitespace } from './memory-references.ts';
export type { MemoryReference } from './memory-references.ts';
export {
  createMemoryInventoryClient,
  memoryAccessesRequest,
  memoryAccessesResponse,
  memoryCountRequest,
  memoryCountResponse,
  memoryRevisionsRequest,
  memoryRevisionsResponse,
  memoryStatesRequest,
  memoryStatesResponse,
  memoryTenantsRequest,
  memoryTenantsResponse,
} from './memory-inventory-client.ts';
export type { MemoryInventoryClient } from './memory-inventory-client.ts';
export {
  classifiedMemoryResource,
  createdMemoryResource,
  memoryResource,
  recordedMemoryResource,
} from './memory-resource.ts';
export type {
  ClassifiedMemoryResource,
  CreatedMemoryResource,
  MemoryResource,
  RecordedMemoryResource,
} from './memory-resource.ts';
export {
  DIFFERENCES,
  MAX_SIMILAR,
  MAX_UNINDEXED,
  MAX_UNINDEXED_CONTENT,
  SIMILARITY_KINDS,
  findSimilarRequest,
  findSimilarResponse,
  shortenContent,
  similarityEvidence,
} from './similar-memories.ts';
export {
  SUGGESTION_ACTIONS,
  SUGGESTION_STATUSES,
  createSuggestionClient,
  resolveSuggestionBody,
  resolveSuggestionRequest,
  suggestionRequest,
  suggestionResource,
  suggestionResponse,
} from './suggestions.ts';
export type {
  ResolveSuggestionRequest,
  SuggestionAction,
  SuggestionClient,
  SuggestionResource,
  SuggestionStatus,
} from './suggestions.ts';
export type {
  Difference,
  SimilarMemory,
  SimilarityEvidence,
  SimilarityKind,
  UnindexedMemory,
} from './similar-memories.ts';
export {
  createProtectedRequest,
  deleteProtectedRequest,
  findProtectedReplyRequest,
  foundProtectedReply,
  listProtectedRequest,
  protectedMemory,
  replaceProtectedRequest,
  updateProtectedRequest,
} from './protected-memory.ts';
export type {
  CreateProtectedRequest,
  DeleteProtectedRequest,
  FindProtectedReplyRequest,
  ListProtectedRequest,
  ProtectedMemory,
  ProtectedReply,
  ReplaceProtectedRequest,
  UpdateProtectedRequest,
} from './protected-memory.ts';
export { memoryContent } from './memory-content.ts';
export {
  MAX_CONTEXT_CONTENT,
  MAX_CONTEXT_CONTRADICTIONS,
  MAX_CONTEXT_MEMORIES,
  MAX_CONTEXT_PINS,
  openContradictionsRequest,
  openContradictionsResponse,
  pinnedMemoriesRequest,
  pinnedMemoriesResponse,
} from './memory-context.ts';
export type { ContextMemoryWire, OpenContradiction, PinnedMemories } from './memory-context.ts';
export { MAX_TAGS, MAX_TAG_LENGTH, normalizeTag, normalizeTags, normalizeTagsWithWarnings } from './tags.ts';
export type { NormalizedTags } from './tags.ts';
export {
  DEFAULT_DIVERSITY,
  DEFAULT_MIN_RELEVANCE,
  FULL_WEIGHT_KNOWN_SHARE,
  MAX_INSPECTED_RANK,
  awaitItemsRequest,
  awaitItemsResponse,
  candidatesRequest,
  candidatesResponse,
  createSearchClient,
  inspectMemoryRequest,
  inspectMemoryResponse,
  itemsRequest,
  itemsResponse,
  documentCitation,
  retrieverWindow,
  searchFilter,
  supersededFields,
  toSupersededFields,
} from './search-client.ts';
export type {
  AwaitItemsRequest,
  DocumentCitation,
  ReachedItem,
  Candidates,
  CandidatesRequest,
  CloudItem,
  InspectMemoryRequest,
  InspectedMemory,
  ResultItem,
  ItemsRequest,
  ItemsResponse,
  RankScoreParts,
  RetrieverPlace,
  SearchClient,
  SearchFilterWire,
  SecondHop,
  TermPart,
} from './search-client.ts';
export { ID_LENGTH, idAt } from './concatenated-ids.ts';
export { CandidateColumns, packColumns, TRAITS } from './candidate-columns.ts';
export type { Candidate, CandidateColumnData, PackedColumns } from './candidate-columns.ts';
export {
  FIRST_PAGE,
  createGraphClient,
  edgesOfRequest,
  edgesOfResponse,
  pastEdgesRequest,
  pastEdgesResponse,
  MAX_PAST_EDGES,
  expandRequest,
  expandResponse,
  relationshipCountRequest,
  relationshipCountResponse,
  relationshipExportRequest,
  relationshipExportResponse,
} from './graph-client.ts';
export type {
  DirectedEdgeWire,
  EdgesOf,
  ExpandRequest,
  Expanded,
  ExpandedNode,
  ExpansionPath,
  GraphClient,
  RelationshipExportPage,
  RelationshipExportRequest,
} from './graph-client.ts';
export { edgeColumns, fromEdgeColumns, toEdgeColumns } from './edge-columns.ts';
export type { EdgeColumns, GraphEdgeWire, NodeEdgesWire } from './edge-columns.ts';
export {
  TENANT_DATA_ROUTE,
  deleteTenantData,
  findTenantData,
  tenantDataDeletion,
  tenantDataSearch,
} from './tenant-data-client.ts';
export type { TenantDataDeletion } from './tenant-data-client.ts';
export {
  TENANT_DELETIONS_PATH,
  TENANT_DELETION_PASSES_ROUTE,
  createTenantDeletionClient,
  dueTenantDeletions,
  recordedPass,
  tenantDeletionPass,
} from './tenant-deletion-client.ts';
export type {
  DueTenantDeletion,
  TenantDeletionClient,
  TenantDeletionPass,
} from './tenant-deletion-client.ts';
export {
  EMPTY_PERIOD,
  HIDDEN_VALIDITIES,
  MAX_VALIDITY_TIME,
  MIN_VALIDITY_TIME,
  VALIDITIES,
  isEmptyPeriod,
  MAX_TTL_SECONDS,
  validityOf,
} from './validity.ts';
export type { HiddenValidity, Validity, ValidityPeriod } from './validity.ts';
export {
  AWAIT_ROUTE,
  CHECKPOINT_ROUTE,
  MAX_WAIT_MS,
  awaitGroups,
  awaitRequest,
  awaitResponse,
  checkpointRequest,
  checkpointResponse,
  findCheckpoint,
} from './position-client.ts';
export type { AwaitRequest, Checkpoint, CheckpointResponse } from './position-client.ts';
export { MAX_ERASED_OBJECTS, callUserData, userDataOperations, userDataPath } from './user-data-client.ts';
export type { ErasedObject, FoundUserData, UserErasure } from './user-data-client.ts';
export {
  ERASURES_PATH,
  ERASURE_PASSES_ROUTE,
  createErasureClient,
  dueErasures,
  erasurePass,
  recordedErasurePass,
} from './erasure-client.ts';
export type { DueErasure, ErasureClient, ErasurePass } from './erasure-client.ts';
export type { FoundByService, FoundByStore } from './found-by-service.ts';
export { ALL_EVENTS, WEBHOOK_EVENT_TYPES } from './webhook-event-types.ts';
