import type { Tenant } from './create-tenant.ts';
import type { ExpectedState, ExpectedFile } from './expected-state.ts';

/** Downloads all documents and artifacts and compares them with the expected state. Returns one message per difference. */
export async function findFileLosses(
  tenant: Tenant,
  { documents, artifacts }: ExpectedState,
): Promise<string[]> {
  const losses: string[] = [];
  const check = async (
    what: string,
    path: string,
    { presence, content }: ExpectedFile,
    contentOf: (body: unknown) => unknown,
  ): Promise<void> => {
    const { status, body } = await tenant.send({ method: 'GET', path, token: tenant.token });
    if (status === 404 && presence !== 'there') return;
    if (status !== 200) losses.push(`${what} returned ${status}: ${JSON.stringify(body).slice(0, 200)}`);
    else if (presence === 'gone') losses.push(`${what} was deleted but exists`);
    else if (contentOf(body) !== content) losses.push(`the content of ${what} differs`);
  };
  for (const [id, file] of documents) {
    await check(`document ${id}`, `/api/v2/documents/${id}/download`, file, (body) => body);
  }
  for (const [path, file] of artifacts) {
    const query = `/api/v2/artifacts?path=${encodeURIComponent(path)}`;
    await check(
      `artifact ${path}`,
      query,
      file,
      (body) => (body as { data: { content: string } }).data.content,
    );
  }
  return losses;
}
