import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { excerpt, showDate, showTags } from '../search/search.pages.ts';
import type { Memory, MemoryView, Related } from './load-memory.ts';
import type { DocumentChunkView } from './load-document-chunk.ts';
import { relationshipMap } from './relationship-map.ts';

const percent = (fraction: number): string => `${Math.round(fraction * 100)} %`;

export const memoryPage = (view: MemoryView): Html => {
  const { memory, related, before, after } = view;
  return html`<p class="quiet"><a href="/">Search</a> / memory</p>
    <h1 class="hidden">Memory: ${excerpt(memory.content, 60)}</h1>
    ${
      !memory.is_active &&
      html`<p class="note warn">This is an older version: a newer memory has taken its place.</p>`
    }
    <div class="panel">
      <p class="memory">${memory.content}</p>
      <div class="meta">${showTags(memory.tags)}</div>
    </div>
    <div class="columns">
      <section aria-labelledby="facts">
        <h2 id="facts">About it</h2>
        <dl class="facts">
          <dt>Kind</dt>
          <dd>${memory.memory_type.replaceAll('_', ' ')}</dd>
          <dt>Stored</dt>
          <dd>${showDate(memory.created_at)}</dd>
          ${
            memory.updated_at !== memory.created_at &&
            html`<dt>Changed</dt>
              <dd>${showDate(memory.updated_at)}</dd>`
          }
          <dt>Importance</dt>
          <dd>${percent(memory.importance)}</dd>
          <dt>Confidence</dt>
          <dd>${percent(memory.confidence)}</dd>
          <dt>Came by</dt>
          <dd>${memory.source_type.replaceAll('_', ' ')}</dd>
          ${
            memory.version > 1 &&
            html`<dt>Version</dt>
              <dd>${memory.version}</dd>`
          }
          <dt>Id</dt>
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
            ? html`<p class="quiet">Nothing else was stored nearby.</p>`
            : html`<ol class="line">
                ${before.map(neighbour)}
                <li class="here" aria-current="true">${excerpt(memory.content, 90)}</li>
                ${after.map(neighbour)}
              </ol>`
        }
      </section>
    </div>
    <section aria-labelledby="relationships">
      <h2 id="relationships">Relationships</h2>
      ${
        related.length === 0
          ? html`<p class="quiet">It is not related to other memories yet.</p>`
          : html`<div class="panel map-panel">${relationshipMap(related)}</div>
              <ul class="results">
                ${related.map(relationship)}
              </ul>
              ${
                view.relationshipCount > related.length &&
                html`<p class="quiet">
                  ${related.length} of ${view.relationshipCount}, the strongest first.
                </p>`
              }`
      }
    </section>`;
};

const neighbour = (memory: Memory): Html =>
  html`<li><a href="/memories/${memory.id}">${excerpt(memory.content, 90)}</a></li>`;

const WORDS: Record<Related['direction'], string> = {
  out: 'this memory → that one',
  in: 'that one → this memory',
  both: 'either way',
};

const relationship = (related: Related): Html =>
  html`<li>
    <p>
      <strong>${related.type.replaceAll('_', ' ')}</strong>
      <span class="quiet">(${WORDS[related.direction]}, strength ${percent(related.strength)})</span>
    </p>
    <p>${excerpt(related.memory.content, 240)}</p>
    <div class="meta">
      <a href="/memories/${related.memory.id}"
        >Open<span class="hidden">: ${excerpt(related.memory.content, 60)}</span></a
      >
      <span>${related.memory.memory_type.replaceAll('_', ' ')}</span>
      ${showDate(related.memory.created_at)}
    </div>
  </li>`;

export const documentChunkPage = (passage: DocumentChunkView): Html =>
  html`<p class="quiet"><a href="/">Search</a> / passage of a document</p>
    <h1 class="break">${passage.filename}</h1>
    <p class="lead">
      Passage ${passage.position} of ${passage.total}, uploaded ${showDate(passage.createdAt)}.
    </p>
    ${passage.before && html`<p class="memory faint">${passage.before}</p>`}
    <div class="panel"><p class="memory">${passage.text}</p></div>
    ${passage.after && html`<p class="memory faint">${passage.after}</p>`}`;
