import { describe, expect, test } from '@jest/globals';
import { buildRelationships, changeRelationship } from './relationship.ts';
import type { NewRelationship } from './relationship.ts';

const input: NewRelationship = {
  fromId: 'a',
  toId: 'b',
  relationshipType: 'parent_of',
  directionType: 'INVERSE_PAIRED',
  inverseType: 'child_of',
  strength: 0.5,
  confidence: 0.8,
  evidence: { page: 1, line: 2 },
  traversalProperties: {},
  metadata: {},
  validFrom: null,
  validUntil: null,
};
const now = new Date('2026-01-02T03:04:05Z');
const later = new Date('2026-01-03T00:00:00Z');
const context = { tenantId: 't', createdBy: 'u', origin: 'user', now } as const;

function sequentialIds(): () => string {
  let next = 0;
  return () => `id-${++next}`;
}

describe('buildRelationships', () => {
  test('builds two relationships that reference each other for INVERSE_PAIRED', () => {
    expect(buildRelationships(input, context, sequentialIds())).toMatchObject([
      {
        id: 'id-1',
        fromId: 'a',
        relationshipType: 'parent_of',
        inverseType: 'child_of',
        inverseRelationshipId: 'id-2',
      },
      {
        id: 'id-2',
        fromId: 'b',
        relationshipType: 'child_of',
        inverseType: 'parent_of',
        inverseRelationshipId: 'id-1',
      },
    ]);
  });

  test('ignores the inverse type of a DIRECTED relationship', () => {
    const built = buildRelationships({ ...input, directionType: 'DIRECTED' }, context, sequentialIds());
    expect(built).toMatchObject([
      { inverseType: null, inverseRelationshipId: null, revision: 1, createdAt: now },
    ]);
  });
});

describe('changeRelationship', () => {
  const [relationship] = buildRelationships(input, context, sequentialIds()) as [never];

  test('returns the next revision with the given values and a new update time', () => {
    expect(changeRelationship(relationship, { strength: 0, evidence: {} }, later)).toMatchObject({
      strength: 0,
      confidence: 0.8,
      evidence: {},
      revision: 2,
      createdAt: now,
      updatedAt: later,
    });
  });

  test('returns the same object if all given values equal the current ones', () => {
    const change = { strength: 0.5, evidence: { line: 2, page: 1 } };
    expect(changeRelationship(relationship, change, later)).toBe(relationship);
  });
});
