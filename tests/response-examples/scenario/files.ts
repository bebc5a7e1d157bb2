import { eventually } from '../../support/eventually.ts';
import { appendToUpload, startUpload } from '../../support/resumable-upload.ts';
import type { Tenant } from '../../support/tenants.ts';
import { FRESH } from '../../support/client-calls.ts';
import type { ScenarioTenant } from './scenario-tenant.ts';

const GUIDE = `# Brewing

Pour water of 95 °C over black tea, and wait three minutes.

# Storage

Keep tea dry and dark.
`;
const MENU = '# Menu\n\nAssam, Darjeeling and Earl Grey.\n';

export async function recordDocuments({ tenant, loci, record }: ScenarioTenant): Promise<void> {
  const upload = () =>
    loci.documents.upload({
      file: new Blob([GUIDE]),
      filename: 'tea-guide.md',
      metadata: { project: 'tea' },
    });
  const { id } = await record(upload);
  const untilEmbedded = (): Promise<void> =>
    eventually(async () => {
      const { items } = await loci.documents.list();
      if (items.some(({ embedding_progress: { pending } }) => pending > 0))
        throw new Error('The chunks are not embedded yet.');
    });
  await untilEmbedded();
  await record(upload);
  await record(() => loci.documents.get(id, { include_chunks: true, per_page: 2 }));
  await record(() => loci.documents.text(id));
  await record(() => loci.documents.outline(id));
  const uploadId = await uploadInParts(tenant, 'documents', 'menu.md', MENU);
  const menu = await record(() => loci.documents.completeUpload(uploadId));
  await untilEmbedded();
  await record(() => loci.documents.completeUpload(uploadId));
  await record(() => loci.documents.list({ per_page: 2 }));
  await record(() => loci.documents.usage());
  await record(() => loci.documents.reprocess(id));
  await untilEmbedded();
  await record(() => loci.search.stats(FRESH));
  await record(() => loci.documents.delete(menu.id));
}

export async function recordArtifacts({ tenant, loci, record }: ScenarioTenant): Promise<void> {
  const path = '/notes/tea.md';
  await record(() => loci.artifacts.save({ path, content: '# Tea\n\nAda prefers Darjeeling.\n' }));
  await record(() => loci.artifacts.get({ path }));
  const uploadId = await uploadInParts(tenant, 'artifacts', '/notes/menu.md', MENU);
  await record(() => loci.artifacts.completeUpload(uploadId));
  await record(() => loci.artifacts.completeUpload(uploadId));
  await record(() => loci.artifacts.list({ prefix: '/notes' }));
  await record(() => loci.artifacts.usage());
  await record(() => loci.artifacts.move({ from: path, to: '/archive/tea.md' }));
  await record(() => loci.artifacts.delete({ path: '/archive/tea.md' }));
}

/** Sends a file with a resumable upload. Returns the ID of the upload. */
async function uploadInParts(
  tenant: Tenant,
  resource: 'documents' | 'artifacts',
  name: string,
  content: string,
): Promise<string> {
  const path = await startUpload(tenant, resource, name, Buffer.byteLength(content));
  await appendToUpload(tenant, path, 0, content);
  return path.slice(path.lastIndexOf('/') + 1);
}
