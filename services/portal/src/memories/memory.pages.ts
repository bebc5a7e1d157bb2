import { PROTECTED_MEMORY_TYPES } from '@loci/contracts';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { conversationUrl } from '../browse/conversation.pages.ts';
import { excerpt } from '../pages/excerpt.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import { island } from '../pages/portal-page.ts';
import { formatDate, wasStoredLater } from '../pages/times.pages.ts';
import type { ClientNameOf } from '../people/client-names.ts';
import type { NameOf } from '../people/user-names.ts';
import type { Flash } from '../sessions/session.ts';
import type { Locale } from '../texts/texts.ts';
import { contradictionPanel } from './contradiction.pages.ts';
import { historySection, versionsSection } from './history.pages.ts';
import type { Memory, MemoryPositions, MemoryView } from './load-memory.ts';
import { contentOf, isMarkdown } from './markdown.pages.ts';
import { tagLinks, typeLink } from './memory-item.pages.ts';
import { readersSection } from './readers.pages.ts';
import { relationshipsSection } from './relationships.pages.ts';

export interface MemoryPageOptions {
  positions: MemoryPositions;
  /** True if the user has the permission to change memories. */
  canWrite: boolean;
  /** True if the user has the permission to delete memories. */
  canDelete: boolean;
  /** Returns the name of a user who stored or changed the memory. */
  nameOf: NameOf;
  /** Returns the name of an application or API key that read the memory. */
  clientNameOf: ClientNameOf;
  csrf: string;
  /** Outcome of the last action. */
  flash: Flash | undefined;
  locale: Locale;
}

export const memoryPage = (view: MemoryView, options: MemoryPageOptions): Html => {
  const { memory, versionCount, contradictions } = view;
  const { positions, canWrite, flash, nameOf, locale } = options;
  const { memory: texts } = locale.texts;
  return html`<p class="quiet links">
      <a href="/memories">${texts.trail}</a> ${managementLink(memory, locale)}
    </p>
    <h1 class="hidden">${texts.title(excerpt(memory.content, 60))}</h1>
    ${
      !memory.is_active &&
      html`<p class="note warn">
        ${texts.inactive}
        ${view.replacementId !== null && html`<a href="/memories/${view.replacementId}">${texts.replacement}</a>`}
      </p>`
    }
    ${flash && flashNote(flash)} ${contentPanel(view, options)}
    ${
      contradictions.length > 0 &&
      html`<section aria-labelledby="contradictions">
        <h2 id="contradictions">${texts.contradictions.title}</h2>
        ${contradictions.map((contradiction) =>
          contradictionPanel(memory, contradiction, { canResolve: canWrite, csrf: options.csrf, locale }),
        )}
      </section>`
    }
    ${relationshipsSection(view, options)} ${detailsSection(view, nameOf, locale)}
    ${aroundSection(view, locale)} ${versionCount > 1 && versionsSection(view, locale)}
    ${historySection(view, { cursor: positions.history, nameOf, locale })}
    ${view.readers !== null && readersSection(view.readers, options)}`;
};

/** Links the page on which users change a memory of a special type. */
function managementLink(
  { id, memory_type: type, is_active: isActive }: Memory,
  { texts: { memory: texts } }: Locale,
): Html | null {
  if (type === 'checkpoint' && isActive) return html`<a href="/contexts/${id}">${texts.asContext}</a>`;
  return isProtected(type) ? html`<a href="/personas">${texts.asInstruction}</a>` : null;
}

/** True for memories that only the operations of the personality can change. */
const isProtected = (type: string): boolean => (PROTECTED_MEMORY_TYPES as readonly string[]).includes(type);

const contentPanel = (
  { memory, replaced }: MemoryView,
  { canWrite, canDelete, locale }: MemoryPageOptions,
): Html => {
  const { memory: texts } = locale.texts;
  return html`<div class="panel">
    ${contentOf(memory.content)}
    ${
      isMarkdown(memory.content) &&
      html`<details class="why">
        <summary>${texts.asTyped}</summary>
        <pre tabindex="0">${memory.content}</pre>
      </details>`
    }
    <div class="meta">
      ${memory.pinned && html`<span>${texts.pinned}</span>`}
      ${memory.expires_at !== null && html`<span>${texts.expires} ${formatDate(memory.expires_at)}</span>`}
      ${tagLinks(memory.tags)}
    </div>
    ${
      replaced.length > 0 &&
      html`<p class="quiet">
        ${texts.replaces}:
        ${replaced.map(
          (other, index) =>
            html`${index > 0 && ', '}<a href="/memories/${other.id}">${excerpt(other.content, 60)}</a>`,
        )}
      </p>`
    }
    ${
      (canWrite || canDelete) &&
      !isProtected(memory.memory_type) &&
      html`<div class="actions memory-actions">
        ${canWrite && memory.is_active && island('edit-memory', { memoryId: memory.id })}
        ${
          canDelete &&
          html`<a class="button danger small" href="/memories/${memory.id}/delete">${texts.delete.button}</a>`
        }
      </div>`
    }
  </div>`;
};

const detailsSection = (
  { memory, conversationId, createdThrough }: MemoryView,
  nameOf: NameOf,
  { language, texts: { memory: texts, vocabulary } }: Locale,
): Html => {
  const { details } = texts;
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  return html`<details class="section">
    <summary><h2>${details.title}</h2></summary>
    <dl class="facts">
      <dt>${details.type}</dt>
      <dd>${typeLink(memory.memory_type, vocabulary.memoryTypes[memory.memory_type])}</dd>
      <dt>${details.occurred}</dt>
      <dd>${formatDate(memory.occurred_at)}</dd>
      ${
        wasStoredLater(memory) &&
        html`<dt>${details.stored}</dt>
          <dd>${formatDate(memory.created_at)}</dd>`
      }
      ${
        memory.updated_at !== memory.created_at &&
        html`<dt>${details.updated}</dt>
          <dd>${formatDate(memory.updated_at)}</dd>`
      }
      <dt>${details.importance}</dt>
      <dd>${percent.format(memory.importance)}</dd>
      <dt>${details.confidence}</dt>
      <dd>${percent.format(memory.confidence)}</dd>
      <dt>${details.source}</dt>
      <dd>${vocabulary.sourceTypes[memory.source_type] ?? memory.source_type}</dd>
      <dt>${details.author}</dt>
      <dd>${nameOf(memory.user_id)}</dd>
      ${
        createdThrough !== null &&
        html`<dt>${details.client}</dt>
          <dd>${createdThrough.via === 'key' ? details.apiKey : createdThrough.clientId}</dd>`
      }
      ${
        conversationId !== null &&
        html`<dt>${details.conversation}</dt>
          <dd>
            <a href="${conversationUrl(conversationId)}">${details.conversationLink}</a>
          </dd>`
      }
      <dt>${details.version}</dt>
      <dd>${memory.version}</dd>
      <dt>${details.expiry}</dt>
      <dd>${memory.expires_at === null ? details.never : formatDate(memory.expires_at)}</dd>
      <dt>${details.read}</dt>
      <dd>${details.reads(memory.access_count)}</dd>
      ${
        memory.last_accessed !== null &&
        html`<dt>${details.lastRead}</dt>
          <dd>${formatDate(memory.last_accessed)}</dd>`
      }
      <dt>${details.id}</dt>
      <dd><span class="code" data-copy>${memory.id}</span></dd>
    </dl>
    <p class="quiet">${details.readsNote}</p>
    ${
      Object.keys(memory.metadata).length > 0 &&
      html`<h3>${details.metadata}</h3>
        <pre tabindex="0">${JSON.stringify(memory.metadata, null, 2)}</pre>`
    }
  </details>`;
};

const aroundSection = (
  { memory, before, after, conversationId }: MemoryView,
  { texts: { memory: texts } }: Locale,
): Html | false =>
  before.length + after.length > 0 &&
  html`<details class="section" ${conversationId !== null && html`open`}>
    <summary><h2>${conversationId === null ? texts.around.time : texts.around.conversation}</h2></summary>
    <ol class="line">
      ${before.map(neighborItem)}
      <li class="here" aria-current="true">${excerpt(memory.content, 90)}</li>
      ${after.map(neighborItem)}
    </ol>
  </details>`;

const neighborItem = (memory: Memory): Html =>
  html`<li><a href="/memories/${memory.id}">${excerpt(memory.content, 90)}</a></li>`;
