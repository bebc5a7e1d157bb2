import { afterEach, describe, expect, test } from '@jest/globals';
import { RELATIONSHIP_TYPES } from '@loci/contracts';
import { readResponses, post, startGateway, toolCall, toolResult } from '../gateway.fixture.ts';
import type { TestGateway } from '../gateway.fixture.ts';
import { runTool, id } from './tool-context.fixture.ts';

const open: TestGateway[] = [];
const start = async () => {
  const gateway = await startGateway({ callers: { token: { via: 'key', scopes: ['read'] } } });
  open.push(gateway);
  return gateway;
};
afterEach(() => Promise.all(open.splice(0).map((gateway) => gateway.close())));

const MAX_RESPONSE_CHARACTERS = 4_000;
/** Time limit for a response. Parsing 8 MB of JSON takes 0.1 s. Without size limits, a request takes 45 s. */
const MAX_RESPONSE_MS = 10_000;

/** Returns a tool call with `count` empty strings as relationship types, three bytes each. */
function callWithTypes(count: number, tool = 'explore'): string {
  const message = JSON.stringify(toolCall(tool, { start_memory: id(1), relationship_types: [] }));
  return message.replace('[]', `[${'"",'.repeat(count - 1)}""]`);
}

/** Sends a request. Expects a small response within {@link MAX_RESPONSE_MS}. */
async function postAndExpectSmallResponse(gateway: TestGateway, body: string) {
  const startedAt = performance.now();
  const response = await post(gateway, body);
  const text = await response.clone().text();
  expect(performance.now() - startedAt).toBeLessThan(MAX_RESPONSE_MS);
  expect(text.length).toBeLessThan(MAX_RESPONSE_CHARACTERS);
  return response;
}

describe('oversized tool arguments', () => {
  test('rejects an explore call of 8 MB with 2.7 million relationship types with 413', async () => {
    const gateway = await start();
    const response = await postAndExpectSmallResponse(gateway, callWithTypes(2_700_000));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 'VAL_FIELD_TOO_LONG' } });
    expect(gateway.requests).toEqual([]);
  });

  test('rejects a save_artifact call of 8 MB with 2.7 million values as an invalid JSON-RPC request', async () => {
    const gateway = await start();
    const response = await postAndExpectSmallResponse(gateway, callWithTypes(2_700_000, 'save_artifact'));
    expect(response.status).toBe(400);
    expect((await readResponses(response))[0]!.error!.code).toBe(-32_600);
  });

  test('reports 80,000 invalid relationship types as one problem', async () => {
    const gateway = await start();
    const [message] = await readResponses(await postAndExpectSmallResponse(gateway, callWithTypes(80_000)));
    expect(toolResult(message!)).toEqual({
      success: false,
      error: 'relationship_types: Must have at most 100 entries.',
      error_code: 'VALIDATION_ERROR',
      operation: 'explore',
    });
    expect(gateway.requests).toEqual([]);
  });

  test('shortens the name of an unknown tool in the error message', async () => {
    const response = await postAndExpectSmallResponse(
      await start(),
      JSON.stringify(toolCall('x'.repeat(200_000))),
    );
    expect((await readResponses(response))[0]!.error!.code).toBe(-32_602);
  });
});

test('an error message about 100 invalid relationship types lists 50 of them and the allowed values once', async () => {
  const relationship_types = Array<string>(100).fill('loves');
  const { result } = await runTool('explore', { start_memory: id(1), relationship_types });
  expect(result).toMatchObject({ success: false, error_code: 'VALIDATION_ERROR' });
  const { error } = result as { error: string };
  expect(error.length).toBeLessThanOrEqual(2_000);
  expect(error.split(RELATIONSHIP_TYPES.join(', '))).toHaveLength(2);
  expect(error).toMatch(/50 more problems are not listed\.$/);
});
