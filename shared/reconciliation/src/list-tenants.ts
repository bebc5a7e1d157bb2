/**
 * Returns up to `limit` tenant ids in ascending order, starting after `after`. Null starts at the first
 * tenant.
 */
export type ReadTenants = (after: string | null, limit: number) => Promise<readonly string[]>;

const TENANTS_PER_PAGE = 200;

/**
 * Lists every tenant of an index and of the owners of its items.
 *
 * @param indexed tenants of the index, in any order
 * @param owners one reader of tenant ids per owner
 * @returns tenant ids in ascending order, without duplicates
 */
export async function listTenants(
  indexed: Iterable<string>,
  owners: readonly ReadTenants[],
): Promise<string[]> {
  const tenants = new Set(indexed);
  for (const readTenants of owners) {
    for (let after: string | null = null; ;) {
      const page: readonly string[] = await readTenants(after, TENANTS_PER_PAGE);
      for (const tenantId of page) tenants.add(tenantId);
      if (page.length < TENANTS_PER_PAGE) break;
      after = page.at(-1)!;
    }
  }
  return [...tenants].sort();
}
