import { layout } from './layout.ts';
import { messages } from './messages.ts';
import { page } from './page.ts';

/** All texts of the portal in English. A text with a value is a function. */
export const en = { layout, messages, page };
