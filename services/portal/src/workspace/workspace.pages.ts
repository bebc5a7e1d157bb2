import { html } from '@loci/pages';
import type { Html, Page } from '@loci/pages';
import { formatDate } from '../pages/times.pages.ts';
import { formatBytes } from './format-bytes.ts';
import { USAGE_KINDS } from './load-usage.ts';
import type { Usage, UsageByKind } from './load-usage.ts';

/** Fields of the user's tenant that the page shows. */
export interface Workspace {
  name: string;
  tier: string;
  role: string;
  /** True for the tenant that the server creates at its start. */
  bootstrap: boolean;
}

/** Status of the deletion of a tenant. */
export interface Deletion {
  status: string;
  deletion_requested_at: string | null;
  data_deleted_at: string | null;
  /** Null until no store contains data. */
  receipt: DeletionReceipt | null;
}

interface DeletionReceipt {
  stores: { service: string; store: string; found_before: number; found_after: number }[];
  retained: { item: string; description: string; until?: string }[];
  digest: string;
}

export const workspacePage = ({ workspace, usage }: { workspace: Workspace; usage: UsageByKind }): Html =>
  html`<h1 class="break">${workspace.name}</h1>
    <p class="lead">This workspace has the tier ${workspace.tier}. Your role is ${workspace.role}.</p>
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
    </div>
    ${workspace.role === 'owner' && deletePanel(workspace)}`;

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

const deletePanel = ({ bootstrap }: Workspace): Html =>
  html`<div class="panel">
    <h2>Delete the workspace</h2>
    ${
      bootstrap
        ? html`<p>
            This workspace cannot be deleted, because every start of the server creates it if it is missing.
          </p>`
        : html`<p>Deletes all data of the workspace, and ends all access to it.</p>
            <div class="actions">
              <a class="button danger" href="/workspace/delete">Delete the workspace</a>
            </div>`
    }
  </div>`;

/** Warns the user of the effects of deleting the tenant. */
export const deletionWarning = html`<p>This cannot be undone. The deletion removes:</p>
  <ul>
    <li>all memories, relationships, documents, artifacts and traits, including those of other members,</li>
    <li>all API keys and connected applications, which stop working immediately,</li>
    <li>all memberships and open invitations,</li>
    <li>the accounts of users who are members of no other workspace, including yours.</li>
  </ul>`;

export const deletionFields = ({ name }: Workspace): Html =>
  html`<div class="field">
      <label for="name">Enter <span class="break">“${name}”</span>, the name of the workspace</label>
      <input
        type="text"
        id="name"
        name="name"
        required
        maxlength="200"
        autocomplete="off"
        spellcheck="false"
      />
    </div>
    <div class="field">
      <label for="password">Your password</label>
      <input
        type="password"
        id="password"
        name="password"
        required
        maxlength="1024"
        autocomplete="current-password"
      />
    </div>`;

export const deletionStatusPage = ({ status, receipt, ...times }: Deletion): Page => {
  const isDone = status === 'deleted';
  const title = isDone ? 'The workspace is deleted' : 'The workspace is being deleted';
  const { deletion_requested_at: requestedAt, data_deleted_at: deletedAt } = times;
  return {
    title,
    body: html`<div class="panel">
        <h1>${title}</h1>
        <ol class="line">
          <li>All access to the workspace has ended. ${requestedAt && formatDate(requestedAt)}</li>
          ${
            isDone
              ? html`<li class="here" aria-current="true">
                  All data is deleted. ${deletedAt && formatDate(deletedAt)}
                </li>`
              : html`<li class="here" aria-current="true">
                  The data is being deleted. This takes at least one minute. The deletion continues if you
                  close this page.
                </li>`
          }
        </ol>
        ${!isDone && html`<p class="below">This page reloads every 10 seconds.</p>`}
      </div>
      ${receipt && receiptPanel(receipt)}`,
  };
};

const receiptPanel = ({ stores, retained, digest }: DeletionReceipt): Html =>
  html`<div class="panel">
    <h2 id="receipt">Receipt</h2>
    <p>
      After the deletion, Loci searched ${stores.length} stores. The table shows those that contained data of
      the workspace.
    </p>
    <table class="stack" aria-labelledby="receipt">
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col">Store</th>
          <th scope="col">Found before</th>
          <th scope="col">Found after</th>
        </tr>
      </thead>
      <tbody>
        ${stores
          .filter(({ found_before: before }) => before > 0)
          .map(
            ({ service, store, found_before: before, found_after: after }) =>
              html`<tr>
                <th scope="row">${service}</th>
                <td data-label="Store">${store}</td>
                <td data-label="Found before">${String(before)}</td>
                <td data-label="Found after">${String(after)}</td>
              </tr>`,
          )}
      </tbody>
    </table>
    <h3>Kept data</h3>
    <ul>
      ${retained.map(
        ({ description, until }) =>
          html`<li>${description} ${until && html`Until ${formatDate(until)}.`}</li>`,
      )}
    </ul>
    <p class="break">SHA-256 digest of the receipt: <code>${digest}</code></p>
  </div>`;
