import type { Texts } from '../texts.ts';
import { home } from './home.ts';
import { inbox } from './inbox.ts';
import { kinds } from './kinds.ts';
import { browse } from './browse.ts';
import { layout } from './layout.ts';
import { memory } from './memory.ts';
import { messages } from './messages.ts';
import { page } from './page.ts';
import { search } from './search.ts';

/** All texts of the portal in German. */
export const de: Texts = { home, inbox, kinds, layout, messages, page, search };
import { vocabulary } from './vocabulary.ts';

/** All texts of the portal in German. */
export const de: Texts = { browse, layout, memory, messages, page, vocabulary };
