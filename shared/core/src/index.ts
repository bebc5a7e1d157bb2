export {
  AppError,
  ERROR_CODES,
  MAX_REPORTED_PROBLEMS,
  alreadyExists,
  invalidField,
  isAppError,
  notFound,
  unavailable,
} from './errors.ts';
export type { AppErrorOptions, ErrorCode, FieldErrors } from './errors.ts';
export { canonicalJson } from './canonical-json.ts';
export { isUuid, newId } from './ids.ts';
export { PERMISSIONS, ROLES, SCOPES, SECRET_FILTER_ACTIONS, TIERS, tierAtLeast } from './caller.ts';
export type { Caller, Permission, Role, Scope, SecretFilterAction, Tier } from './caller.ts';
export { jsonByteLength, maxJsonByteLength } from './json-size.ts';
export { POSITION_OWNERS, isBefore, isPositionOwner, mergePositions } from './outbox-position.ts';
export type { OutboxPosition, PositionOwner, Positions } from './outbox-position.ts';
export { sortPositions } from './sort-positions.ts';
export { joinTextRanges } from './join-text-ranges.ts';
export type { TextRange } from './join-text-ranges.ts';
export { estimateTokens } from './estimate-tokens.ts';
export { removeInvisible } from './remove-invisible.ts';
export { truncate, codePointLength, firstCodePoints, isStorableText } from './text.ts';
export { exactly } from './total.ts';
export type { Total } from './total.ts';
export { isStartupError, StartupError } from './startup-error.ts';
export {
  MAX_WRITTEN_ITEMS,
  actorOf,
  currentActor,
  currentPositions,
  operatorActor,
  systemActor,
  recordPositions,
  recordUncommittedItems,
  recordWrittenItems,
  runInRequestScope,
  uncommittedItems,
} from './request-scope.ts';
export type { Actor, WrittenItem } from './request-scope.ts';
export {
  AUDIT_ACTIONS,
  AUDIT_OBJECT_TYPES,
  AUDIT_VIA,
  MIN_AUDIT_RETENTION_DAYS,
  PLATFORM_TENANT,
} from './audited-change.ts';
export type { AuditAction, AuditObjectType, AuditedChange } from './audited-change.ts';
