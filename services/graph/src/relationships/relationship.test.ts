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
};
const now = new Date('2026-01-02T03:04:05Z');
const later = new Date('2026-01-03T00:00:00Z');
const making = { tenantId: 't', createdBy: 'u', origin: 'user', now } as const;

function numbered(): () => string {
  let next = 0;
  return () => `id-${++next}`;
}

describe('buildRelationships', () => {
  test('INVERSE_PAIRED: two halves that name each other', () => {
    expect(buildRelationships(input, making, numbered())).toMatchObject([
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

  test('an inverse_type without INVERSE_PAIRED has no effect', () => {
    const made = buildRelationships({ ...input, directionType: 'DIRECTED' }, making, numbered());
    expect(made).toMatchObject([
      { inverseType: null, inverseRelationshipId: null, revision: 1, createdAt: now },
    ]);
  });
});

describe('changeRelationship', () => {
  const [relationship] = buildRelationships(input, making, numbered()) as [never];

  test('a change is the next revision, at the present moment', () => {
    expect(changeRelationship(relationship, { strength: 0, evidence: {} }, later)).toMatchObject({
      strength: 0,
      confidence: 0.8,
      evidence: {},
      revision: 2,
      createdAt: now,
      updatedAt: later,
    });
  });

  test('what is the same already is no change', () => {
    expect(changeRelationship(relationship, { strength: 0.5, evidence: { line: 2, page: 1 } }, later)).toBe(
      relationship,
    );
  });
});
