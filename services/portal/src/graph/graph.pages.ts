import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { excerpt } from '../pages/excerpt.ts';
import { island } from '../pages/portal-page.ts';
import type { Texts } from '../texts/texts.ts';
import { arrowOf } from './graph-data.ts';
import type { GraphMemory, GraphProps, GraphRelationship } from './graph-data.ts';
import type { GraphStart } from './graph-start.ts';

/** Relationships of one memory in the list for browsers without JavaScript. */
const MAX_LISTED = 20;
const EXCERPT = 160;

export const graphPage = (
  { graph: texts, vocabulary }: Pick<Texts, 'graph' | 'vocabulary'>,
  start: GraphStart,
  props: GraphProps,
): Html =>
  html`<div class="graph-head">
      <h1>${texts.title}</h1>
      ${startForm(texts, start)}
    </div>
    ${
      props.startIds.length === 0
        ? emptyPanel(texts, start)
        : html`<p class="graph-start quiet">${describeStart(texts, start, props)}</p>
            ${island('graph', props, memoryList(texts, vocabulary, props))}`
    }`;

const startForm = (texts: Texts['graph'], start: GraphStart): Html =>
  html`<form method="get" action="/graph" role="search" class="row-form">
    <label for="q" class="hidden">${texts.startLabel}</label>
    <input
      type="search"
      id="q"
      name="q"
      maxlength="4000"
      autocomplete="off"
      placeholder="${texts.startHint}"
      value="${start.kind === 'search' ? start.query : start.kind === 'tag' ? `#${start.tag}` : ''}"
    />
    <button type="submit" class="small">${texts.startButton}</button>
  </form>`;

const emptyPanel = (texts: Texts['graph'], start: GraphStart): Html => {
  const { title, text } = start.kind === 'recent' ? texts.noMemories : texts.nothingFound;
  return html`<div class="panel first">
    <h2>${title}</h2>
    <p>${text}</p>
    ${
      start.kind === 'recent'
        ? html`<p><a class="button" href="/">${texts.goToSearch}</a></p>`
        : html`<p><a class="button second" href="/graph">${texts.startWithNewest}</a></p>`
    }
  </div>`;
};

function describeStart(
  texts: Texts['graph'],
  start: GraphStart,
  { startIds, neighborhood }: GraphProps,
): string {
  switch (start.kind) {
    case 'memory': {
      const memory = neighborhood.memories.find(({ id }) => id === startIds[0]);
      return texts.fromMemory(excerpt(memory?.content ?? '', 80));
    }
    case 'search':
      return texts.fromSearch(excerpt(start.query, 80), startIds.length);
    case 'tag':
      return texts.fromTag(start.tag, startIds.length);
    case 'recent':
      return texts.fromNewest(startIds.length);
  }
}

/** Lists the memories with their relationships, for browsers without JavaScript. */
function memoryList(
  texts: Texts['graph'],
  vocabulary: Texts['vocabulary'],
  { neighborhood }: GraphProps,
): Html {
  const { memories, relationships } = neighborhood;
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const related = Map.groupBy(
    relationships.flatMap((relationship) => [
      { owner: relationship.from_id, relationship },
      { owner: relationship.to_id, relationship },
    ]),
    ({ owner }) => owner,
  );
  return html`<div class="graph-fallback">
    <ul class="results">
      ${memories.map((memory) => {
        const own = (related.get(memory.id) ?? []).map(({ relationship }) => relationship);
        return html`<li>
          <p><a class="content" href="/memories/${memory.id}">${excerpt(memory.content, EXCERPT)}</a></p>
          <div class="meta">
            <span>${vocabulary.memoryTypes[memory.memory_type]}</span>
            <span>${texts.relationshipCount(memory.relationship_count)}</span>
            <a href="/graph?start=${memory.id}">${texts.startHere}</a>
          </div>
          ${
            own.length > 0 &&
            html`<ul class="relations">
              ${own.slice(0, MAX_LISTED).map((each) => relationItem(texts, memory, each, byId))}
            </ul>`
          }
        </li>`;
      })}
    </ul>
  </div>`;
}

function relationItem(
  texts: Texts['graph'],
  { id }: GraphMemory,
  { from_id: from, to_id: to, relationship_type: type, direction_type: direction }: GraphRelationship,
  byId: ReadonlyMap<string, GraphMemory>,
): Html {
  const isOut = from === id;
  const other = byId.get(isOut ? to : from);
  return html`<li>
    ${arrowOf(direction, isOut)}
    ${texts.relationshipTypes[type as keyof Texts['graph']['relationshipTypes']]}:
    <a href="/memories/${isOut ? to : from}">${excerpt(other?.content ?? '', EXCERPT)}</a>
  </li>`;
}
