import { home } from './home.ts';
import { inbox } from './inbox.ts';
import { kinds } from './kinds.ts';
import { layout } from './layout.ts';
import { messages } from './messages.ts';
import { page } from './page.ts';
import { search } from './search.ts';

/** All texts of the portal in English. A text with a value is a function. */
export const en = { home, inbox, kinds, layout, messages, page, search };
