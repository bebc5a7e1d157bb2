import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DIRECTION_TYPES, RELATIONSHIP_TYPES } from '@loci/contracts';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import { INSERT_RELATIONSHIPS, toInsertParameters } from '../../src/relationships/relationship.row.ts';
import type { Relationship } from '../../src/relationships/relationship.ts';
import { createTestGraphService } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

const caller = testCaller();

function relationship(changes: object = {}): Relationship {
  const now = new Date();
  return {
    tenantId: caller.tenantId,
    id: newId(),
    revision: 1,
    fromId: newId(),
    toId: newId(),
    relationshipType: 'supports',
    directionType: 'DIRECTED',
    inverseType: null,
    inverseRelationshipId: null,
    strength: 0.5,
    confidence: 0.8,
    evidence: {},
    traversalProperties: {},
    metadata: {},
    origin: 'user',
    isActive: true,
    validFrom: null,
    validUntil: null,
    createdBy: 'test',
    createdAt: now,
    updatedAt: now,
    ...changes,
  };
}

const insert = (changes: object): Promise<unknown> =>
  graph.query(caller, INSERT_RELATIONSHIPS, toInsertParameters([relationship(changes)]));

const paired = { directionType: 'INVERSE_PAIRED', inverseType: 'tests', inverseRelationshipId: newId() };
const memoryId = newId();
const id = newId();

describe('relationships table', () => {
  test.each(RELATIONSHIP_TYPES)('accepts the relationship type %s', async (relationshipType) => {
    await expect(insert({ relationshipType })).resolves.toBeDefined();
  });

  test.each(DIRECTION_TYPES)('accepts the direction type %s', async (directionType) => {
    const inverse = directionType === 'INVERSE_PAIRED' ? paired : {};
    await expect(insert({ ...inverse, directionType })).resolves.toBeDefined();
  });

  test.each([
    ['strength and confidence of 0', { strength: 0, confidence: 0 }],
    ['strength and confidence of 1', { strength: 1, confidence: 1 }],
  ])('accepts %s', async (_, changes) => {
    await expect(insert(changes)).resolves.toBeDefined();
  });

  test.each([
    ['a self-loop', { fromId: memoryId, toId: memoryId }, 'relationships_no_self_loop'],
    ['an unknown relationship type', { relationshipType: 'knows' }, 'relationship_type_check'],
    ['an unknown direction type', { directionType: 'SIDEWAYS' }, 'relationships_direction_type_check'],
    ['an unknown inverse type', { ...paired, inverseType: 'knows' }, 'relationship_type_check'],
    ['an unknown origin', { origin: 'import' }, 'relationships_origin_check'],
    ['revision 0', { revision: 0 }, 'relationships_revision_check'],
    ['a strength above 1', { strength: 1.01 }, 'relationships_strength_check'],
    ['a strength below 0', { strength: -0.01 }, 'relationships_strength_check'],
    ['a strength of NaN', { strength: NaN }, 'relationships_strength_check'],
    ['a confidence above 1', { confidence: 1.01 }, 'relationships_confidence_check'],
    ['a confidence below 0', { confidence: -0.01 }, 'relationships_confidence_check'],
    ['evidence that is an array', { evidence: [] }, 'relationships_evidence_check'],
    [
      'traversal properties that are a string',
      { traversalProperties: 'cost' },
      'relationships_traversal_properties_check',
    ],
    ['metadata that is null', { metadata: null }, 'relationships_metadata_check'],
    ['an empty creator', { createdBy: '' }, 'relationships_created_by_check'],
    [
      'INVERSE_PAIRED without an inverse type',
      { ...paired, inverseType: null },
      'relationships_inverse_type_if_paired',
    ],
    [
      'INVERSE_PAIRED without an inverse relationship',
      { ...paired, inverseRelationshipId: null },
      'relationships_inverse_id_if_paired',
    ],
    ['DIRECTED with an inverse type', { inverseType: 'tests' }, 'relationships_inverse_type_if_paired'],
    [
      'BIDIRECTIONAL with an inverse relationship',
      { directionType: 'BIDIRECTIONAL', inverseRelationshipId: newId() },
      'relationships_inverse_id_if_paired',
    ],
    [
      'a relationship that is its own inverse',
      { ...paired, id, inverseRelationshipId: id },
      'relationships_inverse_is_another',
    ],
  ])('rejects %s', async (_, changes, constraint) => {
    await expect(insert(changes)).rejects.toMatchObject({ code: '23514', constraint });
  });

  test('rejects a second relationship of the same type and direction between two memories', async () => {
    const pair = { fromId: newId(), toId: newId() };
    await insert(pair);
    await expect(insert(pair)).rejects.toMatchObject({ code: '23505' });
  });

  test('rejects an update to a strength above 1', async () => {
    const stored = relationship();
    await graph.query(caller, INSERT_RELATIONSHIPS, toInsertParameters([stored]));
    const update = graph.query(caller, 'UPDATE relationships SET strength = 2 WHERE id = $1', [stored.id]);
    await expect(update).rejects.toMatchObject({ code: '23514', constraint: 'relationships_strength_check' });
  });
});
