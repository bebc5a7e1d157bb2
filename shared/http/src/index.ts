export { drainRequest } from './drain-request.ts';
export { Reply, StreamReply, jsonBodySchema, route, withLatestPositions } from './route.ts';
export type { Method, Route, RouteInput, RouteScope, RouteSpec } from './route.ts';
export { MAX_WARNINGS, limitWarnings } from './limit-warnings.ts';
export { filterSecrets, secretsFound } from './filter-secrets.ts';
export type { Filtered } from './filter-secrets.ts';
export { findUnknownFields } from './unknown-fields.ts';
export { API_VERSION, sendError, sendJson, sendSuccess } from './response-envelope.ts';
export { PENDING_LIMITS, PendingResponses, pendingResponses } from './pending-responses.ts';
export type { PendingLimits } from './pending-responses.ts';
export { STATUS_BY_CODE } from './error-status.ts';
export { MIN_POSITION_HEADER, freshnessQuery, notFresh } from './freshness.ts';
export type { Freshness, ReadModel } from './freshness.ts';
export { unsupportedMediaType } from './unsupported-media-type.ts';
export { compressResponses, isFromSameOrigin } from './compress-responses.ts';
export { requireEqualAliases } from './field-aliases.ts';
export { requireEtag } from './etag.ts';
export type { EtagCondition } from './etag.ts';
export { SEARCHABLE_HEADER, waitForQuery } from './wait-for.ts';
export { getContext, setContext } from './context.ts';
export type { RequestContext } from './context.ts';
export {
  IDEMPOTENCY_KEY_HEADER,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  REPLAYED_HEADER,
  fingerprintOf,
  parseIdempotencyKey,
} from './idempotency-key.ts';
export type { RequestKey } from './idempotency-key.ts';
export { forwardIdempotencyKeys, forwardedKeyOptions } from './forward-idempotency-key.ts';
export { withIdempotencyKeys } from './idempotency-store.ts';
export type { IdempotencyStore, KeyedRequest, StoredReply } from './idempotency-store.ts';
export { IDENTITY_HEADER, signIdentity, verifyIdentity } from './identity.ts';
export { WRITTEN_ITEMS_HEADER, formatWrittenItems, parseWrittenItems } from './written-items-header.ts';
export { POSITIONS_HEADER, formatPositions, parsePositions } from './positions-header.ts';
export { chooseRequestId } from './request-id.ts';
export {
  endTimestamp,
  queryBoolean,
  queryNumber,
  startTimestamp,
  unitInterval,
  uuid,
  validityTimestamp,
} from './fields.ts';
export { includeField, queryInclude } from './include-fields.ts';
export { queryEnumList } from './query-enum-list.ts';
export { inputBounds } from './input-bounds.ts';
export type { InputBounds } from './input-bounds.ts';
export {
  MAX_PER_PAGE,
  MAX_UNPAGED,
  continuation,
  cursorPageQuery,
  cursorPaginated,
  cursorPaginationSchema,
  optionalCursorPageQuery,
  cursorOffset,
  takeItems,
  takePage,
  takeRanked,
  toCursorPage,
  toLimit,
} from './pagination.ts';
export type { CursorPage } from './pagination.ts';
export { MAX_LIST_BYTES, fitItems } from './bounded-list.ts';
export {
  MAX_CURSOR_LENGTH,
  continueAfter,
  cursorField,
  encodeCursor,
  timeAndId,
  timeAndText,
  timeAndTwoIds,
} from './list-cursor.ts';
export type { Cursor } from './list-cursor.ts';
export { exceedsJsonDepth } from './json-depth.ts';
export { MAX_JSON_DEPTH, MAX_JSON_VALUES, guardJson, guardText } from './json-guard.ts';
export { bulkElement, combineElementErrors, elementSchemas, validateEach } from './bulk-elements.ts';
export { validate, validationError } from './validation.ts';
export { runRoute } from './run-route.ts';
export type { ResponseCheck, RouteRequest, RouteResult } from './run-route.ts';
export { errorHandler, serviceRouter } from './service-router.ts';
export { nameRequestSpan, requestSpan, traceRequest } from './trace-request.ts';
export type { HttpLog, ServiceRouterOptions } from './service-router.ts';
export { routeTable } from './route-table.ts';
export type { Match, RouteEntry } from './route-table.ts';
export { inProcessClient } from './in-process-client.ts';
export { httpClient } from './http-client.ts';
export { clientNetwork } from './client-network.ts';
export { createInMemoryRateLimiter } from './rate-limit/in-memory-rate-limiter.ts';
export type { Allowance, RateLimiter } from './rate-limit/rate-limiter.ts';
export { RATE_WINDOW_MS, evaluateWindow, windowStart } from './rate-limit/sliding-window.ts';
export {
  notFoundHandler,
  createExpressApp,
  hasSignedIdentity,
  requireSignedIdentity,
  strictTransportSecurity,
} from './express-app.ts';
export type { TrustedProxies } from './express-app.ts';
export {
  JSON_TOO_DEEP,
  SMALL_BODY_LIMIT_BYTES,
  TEXT_BODY_LIMIT_BYTES,
  bodyLimitOf,
  checkJsonText,
  jsonBody,
  bodyTooLarge,
} from './json-body.ts';
export { authorize } from './authorize.ts';
export { exportAuditQuery, listAuditQuery, toAuditSelection } from './audit-query.ts';
export type { AuditSelection } from './audit-query.ts';
