import type { Texts } from '../texts.ts';
import { artifacts } from './artifacts.ts';
import { audit } from './audit.ts';
import { briefing } from './briefing.ts';
import { browse } from './browse.ts';
import { connect } from './connect.ts';
import { connections } from './connections.ts';
import { contexts } from './contexts.ts';
import { documents } from './documents.ts';
import { graph } from './graph.ts';
import { home } from './home.ts';
import { inbox } from './inbox.ts';
import { keys } from './keys.ts';
import { layout } from './layout.ts';
import { memory } from './memory.ts';
import { messages } from './messages.ts';
import { operator } from './operator.ts';
import { page } from './page.ts';
import { pdf } from './pdf.ts';
import { people } from './people.ts';
import { personas } from './personas.ts';
import { search } from './search.ts';
import { vocabulary } from './vocabulary.ts';
import { webhooks } from './webhooks.ts';
import { workspace } from './workspace.ts';

/** All texts of the portal in German. */
export const de: Texts = {
  artifacts,
  audit,
  briefing,
  browse,
  connect,
  connections,
  contexts,
  documents,
  graph,
  home,
  inbox,
  keys,
  layout,
  memory,
  messages,
  operator,
  page,
  pdf,
  people,
  personas,
  search,
  vocabulary,
  webhooks,
  workspace,
};
