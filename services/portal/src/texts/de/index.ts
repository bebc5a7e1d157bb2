import type { Texts } from '../texts.ts';
import { layout } from './layout.ts';
import { messages } from './messages.ts';
import { page } from './page.ts';

/** All texts of the portal in German. */
export const de: Texts = { layout, messages, page };
