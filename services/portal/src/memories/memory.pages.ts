import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { changedText } from '../pages/difference.pages.ts';
import { excerpt } from '../pages/excerpt.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import { formatDate, memoryTimes, wasStoredLater } from '../pages/times.pages.ts';
import { contradictionPanel } from './contradiction.pages.ts';
import type { Memory, MemoryView, RelatedMemory, Version } from './load-memory.ts';
import type { Flash } from '../sessions/session.ts';
import { tagLinks, typeLink } from './memory-item.pages.ts';
import { relationshipMap } from './relationship-map.ts';

const percent = (fraction: number): string => `${Math.round(fraction * 100)} %`;

export interface MemoryPageOptions {
  /** True if the user has the permission to change memories. */
  canResolve: boolean;
  csrf: string;
  /** Outcome of the last action. */
  flash: Flash | undefined;
}

export const memoryPage = (view: MemoryView, { canResolve, csrf, flash }: MemoryPageOptions): Html => {
  const { memory, related, versions, contradictions, before, after } = view;
  return html`<p class="quiet"><a href="/">Search</a> / memory</p>
    <h1 class="hidden">Memory: ${excerpt(memory.content, 60)}</h1>
    ${
      !memory.is_active &&
      html`<p class="note warn">
        This memory is inactive.
        ${
          view.replacementId !== null &&
          html`<a href="/memories/${view.replacementId}">Open the memory that is valid instead</a>`
        }
      </p>`
    }
    ${flash && flashNote(flash)}
    <div class="panel">
      <p class="memory">${memory.content}</p>
      <div class="meta">${tagLinks(memory.tags)}</div>
    </div>
    ${
      contradictions.length > 0 &&
      html`<section aria-labelledby="contradictions">
        <h2 id="contradictions">Contradictions</h2>
        ${contradictions.map((contradiction) => contradictionPanel(memory, contradiction, { canResolve, csrf }))}
      </section>`
    }
    <div class="columns">
      <section aria-labelledby="facts">
        <h2 id="facts">Details</h2>
        <dl class="facts">
          <dt>Type</dt>
          <dd>${typeLink(memory.memory_type)}</dd>
          <dt>Time</dt>
          <dd>${formatDate(memory.occurred_at)}</dd>
          ${
            wasStoredLater(memory) &&
            html`<dt>Stored</dt>
              <dd>${formatDate(memory.created_at)}</dd>`
          }
          ${
            memory.updated_at !== memory.created_at &&
            html`<dt>Updated</dt>
              <dd>${formatDate(memory.updated_at)}</dd>`
          }
          <dt>Importance</dt>
          <dd>${percent(memory.importance)}</dd>
          <dt>Confidence</dt>
          <dd>${percent(memory.confidence)}</dd>
          <dt>Source</dt>
          <dd>${memory.source_type.replaceAll('_', ' ')}</dd>
          ${
            memory.version > 1 &&
            html`<dt>Version</dt>
              <dd>${memory.version}</dd>`
          }
          <dt>ID</dt>
          <dd class="code">${memory.id}</dd>
        </dl>
        ${
          Object.keys(memory.metadata).length > 0 &&
          html`<details>
            <summary>Metadata</summary>
            <pre>${JSON.stringify(memory.metadata, null, 2)}</pre>
          </details>`
        }
      </section>
      <section aria-labelledby="around">
        <h2 id="around">${view.sameConversation ? 'In the same conversation' : 'Around the same time'}</h2>
        ${
          before.length + after.length === 0
            ? html`<p class="quiet">No other memories.</p>`
            : html`<ol class="line">
                ${before.map(neighborItem)}
                <li class="here" aria-current="true">${excerpt(memory.content, 90)}</li>
                ${after.map(neighborItem)}
              </ol>`
        }
      </section>
    </div>
    ${
      versions.length > 1 &&
      html`<section aria-labelledby="versions">
        <h2 id="versions">Versions</h2>
        <ol class="line">
          ${versions.map((version, index) => versionItem(version, versions[index - 1], memory.id))}
        </ol>
      </section>`
    }
    <section aria-labelledby="relationships">
      <h2 id="relationships">Relationships</h2>
      ${
        related.length === 0
          ? html`<p class="quiet">This memory has no relationships.</p>`
          : html`<div class="panel map-panel">${relationshipMap(related)}</div>
              <ul class="results">
                ${related.map(relationshipItem)}
              </ul>
              ${
                view.relationshipCount > related.length &&
                html`<p class="quiet">
                  Showing the ${related.length} strongest of ${view.relationshipCount} relationships.
                </p>`
              }`
      }
    </section>`;
};

const neighborItem = (memory: Memory): Html =>
  html`<li><a href="/memories/${memory.id}">${excerpt(memory.content, 90)}</a></li>`;

/** Renders a version, with its changes against the version before it. */
const versionItem = (
  { id, version, content, is_active: isActive }: Version,
  previous: Version | undefined,
  shownId: string,
): Html => {
  const label = `Version ${version}${isActive ? ' (current)' : ''}: ${excerpt(content, 90)}`;
  const changes =
    previous &&
    html`<details>
      <summary>Changes</summary>
      <p class="memory">${changedText(previous.content, content)}</p>
    </details>`;
  return id === shownId
    ? html`<li class="here"><span aria-current="true">${label}</span>${changes}</li>`
    : html`<li><a href="/memories/${id}">${label}</a>${changes}</li>`;
};

const DIRECTION_LABELS: Record<RelatedMemory['direction'], string> = {
  out: 'from this memory',
  in: 'to this memory',
  both: 'both directions',
};

const relationshipItem = (related: RelatedMemory): Html =>
  html`<li>
    <p>
      <strong>${related.type.replaceAll('_', ' ')}</strong>
      <span class="quiet"
        >(${DIRECTION_LABELS[related.direction]}, strength
        ${percent(related.strength)}${!related.memory.is_active && ', older version'})</span
      >
    </p>
    <p>
      <a class="content" href="/memories/${related.memory.id}">${excerpt(related.memory.content, 240)}</a>
    </p>
    <div class="meta">${typeLink(related.memory.memory_type)} ${memoryTimes(related.memory)}</div>
  </li>`;
