import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { createTestPersonalityService } from '../personality-service.fixture.ts';

const { as, memories } = createTestPersonalityService();

const PATH = '/api/v2/personality';
const TRAITS = `${PATH}/traits`;

const trait = (content: string) => ({
  memory: {
    id: randomUUID(),
    owner: 'organization',
    memoryType: 'personality_trait' as const,
    content,
    metadata: { category: 'tone' },
    userId: 'u',
    createdAt: new Date(),
  },
});

const persona = {
  memory: {
    ...trait('').memory,
    memoryType: 'identity_core' as const,
    metadata: { persona_id: 'professional' },
  },
};

const definition = { name: 'Gardener', identity: 'You are a gardener.', voice: 'Calm.' };
const customPersona = {
  memory: {
    ...persona.memory,
    owner: 'personas',
    metadata: { persona: { ...definition, icon: null, quirks: [], boundaries: [], examplePhrases: [] } },
  },
};

/** Path of a trait that does not exist. */
const UNKNOWN = `${TRAITS}/00000000-0000-7000-8000-000000000001`;

describe('requests with an idempotency key', () => {
  test.each([
    [
      'post',
      TRAITS,
      { content: 'Be brief.' },
      trait('Be brief.'),
      201,
      { content: 'Be brief.', is_org_default: true },
    ],
    ['put', UNKNOWN, { content: 'Be brief.' }, trait('Be brief.'), 200, { content: 'Be brief.' }],
    ['delete', UNKNOWN, {}, { memory: null }, 200, { deleted: true }],
    ['post', PATH, { persona_id: 'professional' }, persona, 201, { persona_id: 'professional' }],
    ['delete', PATH, {}, { memory: null }, 200, { deleted: true }],
    ['post', `${PATH}/personas`, definition, customPersona, 201, { name: 'Gardener', can_edit: true }],
  ] as const)(
    'return the earlier change of %s %s without checking the request',
    async (method, path, body, earlier, status, data) => {
      const stored = memories.rows.length;
      memories.earlierChanges.push(earlier);
      const response = await as(testCaller())[method](path).set('Idempotency-Key', 'k').send(body);
      expect(response.status).toBe(status);
      expect(response.headers['idempotency-replayed']).toBe('true');
      expect(response.body.data).toMatchObject(data);
      expect(memories.rows).toHaveLength(stored);
    },
  );

  test('return the change of a concurrent request because of which their check failed', async () => {
    memories.earlierChanges.push(null, { memory: null });
    const response = await as(testCaller()).delete(UNKNOWN).set('Idempotency-Key', 'k');
    expect(response.status).toBe(200);
    expect(response.headers['idempotency-replayed']).toBe('true');
  });

  test('return the error of a failed check if there is no earlier change', async () => {
    const response = await as(testCaller()).delete(UNKNOWN).set('Idempotency-Key', 'k');
    expect(response.status).toBe(404);
  });
});
