import { browse } from './browse.ts';
import { documents } from './documents.ts';
import { graph } from './graph.ts';
import { home } from './home.ts';
import { inbox } from './inbox.ts';
import { layout } from './layout.ts';
import { memory } from './memory.ts';
import { messages } from './messages.ts';
import { page } from './page.ts';
import { search } from './search.ts';
import { vocabulary } from './vocabulary.ts';

/** All texts of the portal in English. A text with a value is a function. */
export const en = {
  browse,
  documents,
  graph,
  home,
  inbox,
  layout,
  memory,
  messages,
  page,
  search,
  vocabulary,
};
