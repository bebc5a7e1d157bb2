import { stripVTControlCharacters } from 'node:util';

/** Control characters except tab and newline, and characters that change the direction of the text. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Removes escape sequences and control characters from text of the server. Otherwise, the text of a memory could
 * change the title of the terminal, hide other output or write to the clipboard.
 */
export const cleanText = (text: string): string =>
  stripVTControlCharacters(text).replace(UNSAFE, (character) =>
    character === '\n' || character === '\t' ? character : '',
  );

/** Returns the text in one line, with single spaces. */
export const toSingleLine = (text: string): string => cleanText(text).replace(/\s+/gu, ' ').trim();
