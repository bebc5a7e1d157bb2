import type { Query } from '../validation/read-query.ts';
import { REQUESTS } from '../../generated/requests.ts';
import { recordContradiction } from '../contradictions/contradiction.ts';
import { descending, toPaginated } from '../data/page.ts';
import { FakeError, invalidField } from '../fake-error.ts';
import { combineElementErrors } from '../memories/create-memories.ts';
import type { Metadata } from '../memories/memory.ts';
import { includedOf, rejectTimeTravel } from '../memories/read-memories.ts';
import type { Call, Result } from '../server/operation.ts';
import { MAX_VALIDITY_TIME, MIN_VALIDITY_TIME, toTime } from '../validation/timestamps.ts';
import { isObject, validate, validationError } from '../validation/validate.ts';
import type { Problem } from '../validation/validate.ts';
import { relationshipValidity, toRelationshipResource } from './relationship-resource.ts';
import {
  buildRelationship,
  conflictError,
  findConflict,
  findRelationship,
  isHidden,
  requireActiveMemories,
  requirePeriod,
  uniquenessKeys,
} from './relationship.ts';
import type { DirectionType, RelationshipType, StoredRelationship } from './relationship.ts';

interface NewRelationship {
  from_id: string;
  to_id: string;
  relationship_type: RelationshipType;
  direction_type: DirectionType;
  inverse_type?: RelationshipType | null;
  strength: number;
  confidence: number;
  evidence: Metadata;
  traversal_properties: Metadata;
  metadata: Metadata;
  valid_from?: string | null;
  valid_until?: string | null;
}

/** @see docs/reference/relationships.md#create-a-relationship */
export function createRelationship(call: Call): Result {
  const { tenant, clock } = call;
  const group = build(call, call.body as NewRelationship);
  requireNew(call, group);
  store(call, [group]);
  return { status: 201, data: toRelationshipResource(tenant.relationships.get(group[0]!.id)!, clock.now()) };
}

/** @see docs/reference/relationships.md#create-relationships-in-bulk */
export function createRelationships(call: Call): Result {
  const { clock } = call;
  const schema = REQUESTS.createRelationships.body!.items!;
  const owners = new Map<string, number>();
  const elements = (call.body as unknown[]).map((input, index) => {
    try {
      const group = build(call, validate(schema, input, 'element') as NewRelationship);
      requireNew(call, group);
      const keys = group.flatMap(uniquenessKeys);
      const earlier = keys.map((key) => owners.get(key)).find((owner) => owner !== undefined);
      if (earlier !== undefined) throw conflictError(group[0]!, { same_as_index: earlier });
      for (const key of keys) owners.set(key, index);
      return group;
    } catch (error) {
      if (error instanceof FakeError) return error;
      throw error;
    }
  });
  if (elements.some((element) => element instanceof FakeError)) throw combineElementErrors(elements);
  const groups = elements as StoredRelationship[][];
  store(call, groups);
  const created = groups.map(([forward]) => toRelationshipResource(forward!, clock.now()));
  return { status: 201, data: { created, updated: [], deleted: [], errors: [] } };
}

/** Builds a relationship, or both relationships of an `INVERSE_PAIRED` pair. @throws FakeError VAL_* */
function build({ clock }: Call, body: NewRelationship): StoredRelationship[] {
  requireConsistency(body);
  const isPaired = body.direction_type === 'INVERSE_PAIRED';
  const from = toTime(body.valid_from) ?? null;
  const until = toTime(body.valid_until) ?? null;
  const forward = buildRelationship(
    {
      id: clock.newId(),
      fromId: body.from_id,
      toId: body.to_id,
      relationshipType: body.relationship_type,
      directionType: body.direction_type,
      inverseType: isPaired ? (body.inverse_type ?? null) : null,
      strength: body.strength,
      confidence: body.confidence,
      evidence: body.evidence,
      traversalProperties: body.traversal_properties,
      metadata: body.metadata,
      validFrom: from === null || from <= MIN_VALIDITY_TIME ? null : from,
      validUntil: until === null || until >= MAX_VALIDITY_TIME ? null : until,
    },
    clock.now(),
  );
  if (!isPaired) return [forward];
  const inverse = {
    ...forward,
    id: clock.newId(),
    fromId: forward.toId,
    toId: forward.fromId,
    relationshipType: forward.inverseType!,
    inverseType: forward.relationshipType,
    inverseRelationshipId: forward.id,
  };
  return [{ ...forward, inverseRelationshipId: inverse.id }, inverse];
}

/** @throws FakeError VAL_* for fields that contradict each other */
function requireConsistency(body: NewRelationship): void {
  const problems: Problem[] = [];
  if (body.from_id === body.to_id) {
    const message = 'A memory cannot have a relationship to itself.';
    problems.push({ field: 'to_id', code: 'VAL_VALIDATION_FAILED', message });
  }
  if (body.direction_type === 'INVERSE_PAIRED' && body.inverse_type == null) {
    const message = 'Required if direction_type is INVERSE_PAIRED.';
    problems.push({ field: 'inverse_type', code: 'VAL_FIELD_REQUIRED', message });
  }
  const [from, until] = [toTime(body.valid_from), toTime(body.valid_until)];
  if (from != null && until != null && until <= from) {
    const message = 'valid_until must be after valid_from.';
    problems.push({ field: 'valid_until', code: 'VAL_VALIDATION_FAILED', message });
  }
  if (problems.length > 0) throw validationError(problems);
}

function requireNew({ tenant, clock }: Call, group: readonly StoredRelationship[]): void {
  requireActiveMemories(tenant, group[0]!, clock.now());
  for (const relationship of group) {
    const conflict = findConflict(tenant, relationship);
    if (conflict === undefined) continue;
    throw conflictError(relationship, {
      relationship_id: conflict.id,
      from_id: relationship.fromId,
      to_id: relationship.toId,
      relationship_type: relationship.relationshipType,
    });
  }
}

function store(call: Call, groups: readonly (readonly StoredRelationship[])[]): void {
  const { tenant } = call;
  const relationships = groups.flat();
  tenant.requireCapacity('relationship', relationships.length);
  const reported = relationships.filter(({ relationshipType }) => relationshipType === 'contradicts');
  tenant.requireCapacity('contradiction', reported.length);
  for (const relationship of relationships) tenant.relationships.set(relationship.id, relationship);
  for (const relationship of reported) recordContradiction(call, relationship);
}

/** @see docs/reference/relationships.md#get-a-relationship */
export function getRelationship({ tenant, clock, path, query }: Call): Result {
  rejectTimeTravel('getRelationship', query);
  const relationship = findRelationship(tenant, path['relationship_id']!, clock.now());
  return { data: toRelationshipResource(relationship, clock.now()) };
}

/** @see docs/reference/relationships.md#list-relationships */
export function listRelationships({ tenant, clock, query }: Call): Result {
  rejectTimeTravel('listRelationships', query);
  const now = clock.now();
  const included = includedOf(query);
  const matching = [...tenant.relationships.values()].filter((relationship) => {
    const validity = relationshipValidity(relationship, now);
    return (
      !isHidden(tenant, relationship, now) &&
      (validity === 'current' || included.has(validity)) &&
      matchesEnds(relationship, query) &&
      (query['relationship_type'] === undefined ||
        relationship.relationshipType === query['relationship_type'])
    );
  });
  const isFiltered = ['from_id', 'to_id', 'memory_id'].some((name) => query[name] !== undefined);
  const byStrength = query['sort'] === '-strength';
  if (byStrength && !isFiltered) {
    const message = 'The order -strength requires memory_id, from_id or to_id.';
    throw invalidField('sort', message, 'VAL_VALIDATION_FAILED');
  }
  const shape = {
    list: byStrength ? 'relationships:-strength' : 'relationships',
    toItem: (relationship: StoredRelationship) => toRelationshipResource(relationship, now),
    keyOf: ({ createdAt, strength, id }: StoredRelationship) => [byStrength ? strength : createdAt, id],
    compare: descending,
  };
  return { data: toPaginated(matching, query, shape, isFiltered) };
}

/** A `BIDIRECTIONAL` relationship matches a source or target with either memory. */
function matchesEnds({ fromId, toId, directionType }: StoredRelationship, query: Query): boolean {
  const isBidirectional = directionType === 'BIDIRECTIONAL';
  const { from_id: from, to_id: to, memory_id: either } = query;
  return (
    (from === undefined || fromId === from || (isBidirectional && toId === from)) &&
    (to === undefined || toId === to || (isBidirectional && fromId === to)) &&
    (either === undefined || fromId === either || toId === either)
  );
}

interface RelationshipChanges {
  strength?: number;
  confidence?: number;
  evidence?: Metadata;
  valid_from?: string | null;
  valid_until?: string | null;
}

/** @see docs/reference/relationships.md#update-a-relationship */
export function updateRelationship({ tenant, clock, path, body: input }: Call): Result {
  const body = input as RelationshipChanges;
  if (!isObject(input) || Object.values(input).every((value) => value === undefined)) {
    const message = 'At least one of strength, confidence, evidence, valid_from and valid_until is required.';
    throw invalidField('body', message, 'VAL_VALIDATION_FAILED');
  }
  const relationship = findRelationship(tenant, path['relationship_id']!, clock.now());
  const from = toTime(body.valid_from);
  const until = toTime(body.valid_until);
  const next: StoredRelationship = {
    ...relationship,
    strength: body.strength ?? relationship.strength,
    confidence: body.confidence ?? relationship.confidence,
    evidence: body.evidence ?? relationship.evidence,
    ...(from !== undefined && { validFrom: from === null || from <= MIN_VALIDITY_TIME ? null : from }),
    ...(until !== undefined && { validUntil: until === null || until >= MAX_VALIDITY_TIME ? null : until }),
  };
  requirePeriod(next);
  const isChanged = JSON.stringify(next) !== JSON.stringify(relationship);
  const stored = isChanged ? { ...next, updatedAt: clock.now() } : relationship;
  tenant.relationships.set(stored.id, stored);
  return { data: toRelationshipResource(stored, clock.now()) };
}

/** @see docs/reference/relationships.md#delete-a-relationship */
export function deleteRelationship({ tenant, clock, path }: Call): Result {
  const { id } = findRelationship(tenant, path['relationship_id']!, clock.now());
  remove(tenant, [id]);
  return { data: { id, deleted: true } };
}

/** @see docs/reference/relationships.md#delete-relationships-between-two-memories */
export function deleteRelationshipsBetween({ tenant, query }: Call): Result {
  const [from, to] = [query['from_id'] as string, query['to_id'] as string];
  const ids = [...tenant.relationships.values()]
    .filter(
      ({ fromId, toId, directionType }) =>
        (fromId === from && toId === to) ||
        (directionType === 'BIDIRECTIONAL' && fromId === to && toId === from),
    )
    .map(({ id }) => id)
    .sort();
  if (ids.length === 0) {
    throw new FakeError('RES_NOT_FOUND', `There is no relationship from ${from} to ${to}.`, {
      details: { resource_type: 'relationship', from_id: from, to_id: to },
    });
  }
  remove(tenant, ids);
  return { data: { from_id: from, to_id: to, deleted: ids.length, deleted_ids: ids } };
}

/** Deletes relationships. The other relationship of a pair stays. */
function remove({ relationships }: Call['tenant'], ids: readonly string[]): void {
  for (const id of ids) relationships.delete(id);
  for (const relationship of relationships.values()) {
    if (ids.includes(relationship.inverseRelationshipId ?? ''))
      relationships.set(relationship.id, { ...relationship, inverseRelationshipId: null });
  }
}
