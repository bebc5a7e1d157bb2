import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { formatBytes } from './format-bytes.ts';
import { USAGE_KINDS } from './load-usage.ts';
import type { Usage, UsageByKind } from './load-usage.ts';

export const workspacePage = ({ usage }: { usage: UsageByKind }): Html =>
  html`<h1>Workspace</h1>
    <div class="panel">
      <h2 id="storage">Storage</h2>
      <p>A write that would exceed a quota is rejected. Delete objects of the same kind to free space.</p>
      <table class="stack" aria-labelledby="storage">
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Stored</th>
            <th scope="col">Quota</th>
            <th scope="col">Used</th>
          </tr>
        </thead>
        <tbody>
          ${USAGE_KINDS.map((kind) => usageRow(KIND_LABELS[kind], usage[kind]))}
        </tbody>
      </table>
    </div>`;

const KIND_LABELS = { memories: 'Memories', documents: 'Documents', artifacts: 'Artifacts' };

function usageRow(label: string, usage: Usage | null): Html {
  if (usage === null) {
    return html`<tr>
      <td><strong>${label}</strong></td>
      <td data-label="Stored" colspan="3">Unavailable. Try again later.</td>
    </tr>`;
  }
  const { used_bytes: used, quota_bytes: quota } = usage;
  return html`<tr>
    <td><strong>${label}</strong></td>
    <td data-label="Stored">${formatBytes(used)}</td>
    <td data-label="Quota">${quota === null ? 'No limit' : formatBytes(quota)}</td>
    <td data-label="Used">${quota === null ? '–' : usageMeter(label, used, quota)}</td>
  </tr>`;
}

const usageMeter = (label: string, used: number, quota: number): Html =>
  html`<meter min="0" max="${quota}" high="${quota * 0.9}" value="${used}" aria-label="${label}"></meter>
    ${Math.floor((used / quota) * 100)} %`;
