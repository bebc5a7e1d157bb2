import { tableStore } from '@loci/service-hosting';
import type { ErasureDatabase, ErasureStore } from '@loci/service-hosting';
import type { TagRepository } from '../tags/tag.repository.ts';

export interface UnusedTagStoreDeps {
  database: ErasureDatabase;
  tags: Pick<TagRepository, 'removeUnused'>;
}

/**
 * Store of the tags of the tenant that no memory has. A tag does not have a user, and its name can be a word of the user.
 */
export const unusedTagStore = ({ database, tags }: UnusedTagStoreDeps): ErasureStore => ({
  ...tableStore(database, {
    name: 'unused_tags',
    table: 'tags',
    where: `created_at < :until AND NOT EXISTS (
      SELECT 1 FROM memory_tags m WHERE m.tenant_id = :tenant AND m.tag = tags.name)`,
    erase: 'follows',
  }),
  erase: async ({ tenant_id: tenantId, until }) => {
    await database.inSystemTransaction((tx) => tags.removeUnused(tx, tenantId, new Date(until)));
    return true;
  },
});
