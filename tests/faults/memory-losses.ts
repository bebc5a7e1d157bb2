import type { SendRequest } from '../support/api-connection.ts';
import type { WriteLog } from './concurrent-writers.ts';

/** Reads the contents of all memories of a tenant. Returns them by id. */
export async function listAllMemories(send: SendRequest, token: string): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (let page = 1; ; page++) {
    const { status, body, text } = await send({
      method: 'GET',
      path: `/api/v2/memories?per_page=100&sort=created_at&page=${page}`,
      token,
    });
    if (status !== 200) throw new Error(`The list of memories returned ${status}: ${text}`);
    for (const { id, content } of body.data.items) all.set(id, content);
    if (!body.data.pagination.has_next) return all;
  }
}

/** Returns a message for each memory that differs from the acknowledged writes. Empty if nothing was lost. */
export function findLosses(
  { memories, unanswered }: WriteLog,
  stored: ReadonlyMap<string, string>,
): string[] {
  const losses: string[] = [];
  for (const [id, { contents, mayBeDeleted }] of memories) {
    const content = stored.get(id);
    if (content === undefined) {
      if (contents.length > 0 && !mayBeDeleted) losses.push(`${id} is lost: ${contents[0]}`);
    } else if (contents.length === 0) losses.push(`${id} was deleted but exists: ${content}`);
    else if (!contents.includes(content))
      losses.push(`${id} contains ${content} instead of ${contents.join(' or ')}`);
  }
  for (const [id, content] of stored) {
    if (!memories.has(id) && !unanswered.has(content)) losses.push(`${id} was never written: ${content}`);
  }
  return losses;
}
