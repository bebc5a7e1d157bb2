import { eventually } from '../../support/eventually.ts';
import { SEARCHABLE } from '../../support/client-calls.ts';
import type { ScenarioTenant } from './scenario-tenant.ts';

const SUGGESTED_TIMEOUT_MS = 30_000;

export async function recordSuggestions({ loci, record }: ScenarioTenant): Promise<void> {
  await loci.memories.create({ content: 'The tea shop in the harbor opens at 8:00.' }, SEARCHABLE);
  const newer = await loci.memories.create(
    { content: 'The tea shop in the harbor opens at 9:30.' },
    SEARCHABLE,
  );
  const filters = { memory_id: newer.id, limit: 2 };
  const id = await eventually(async () => {
    const [suggestion] = (await loci.suggestions.list(filters)).items;
    if (suggestion === undefined) throw new Error('The pair is not suggested yet.');
    return suggestion.id;
  }, SUGGESTED_TIMEOUT_MS);
  await record(() => loci.suggestions.list(filters));
  await record(() => loci.suggestions.resolve(id, { action: 'dismiss' }));
}
