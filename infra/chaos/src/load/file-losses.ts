import type { Tenant } from './create-tenant.ts';
import type { Expected, ExpectedFile } from './expected.ts';

/** Documents and artifacts that are not given out as they were acknowledged. */
export async function fileLosses(tenant: Tenant, { documents, artifacts }: Expected): Promise<string[]> {
  const losses: string[] = [];
  const check = async (
    what: string,
    path: string,
    { presence, content }: ExpectedFile,
    contentOf: (body: unknown) => unknown,
  ): Promise<void> => {
    const { status, body } = await tenant.send({ method: 'GET', path, token: tenant.token });
    if (status === 404 && presence !== 'there') return;
    if (status !== 200) losses.push(`${what} answers ${status}: ${JSON.stringify(body).slice(0, 200)}`);
    else if (presence === 'gone') losses.push(`${what} was deleted and is there`);
    else if (contentOf(body) !== content) losses.push(`${what} has another content`);
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
