import type { DocumentBuilder } from './document-builder.ts';
import { checkDepth } from './element-nesting.ts';
import { encodingOfCharset, encodingOfCodePage } from './rtf-charsets.ts';
import { CHARACTER_WORDS, IGNORED_DESTINATIONS } from './rtf-destinations.ts';
import { rtfTokens } from './rtf-tokens.ts';
import { joinCells } from './table-row.ts';

type Destination =
  'text' | 'note' | 'shape' | 'ignored' | 'instruction' | 'fonts' | 'styles' | 'info' | 'title' | 'author';

/** Destinations whose content has a meaning other than text of a paragraph. */
const DESTINATIONS: Readonly<Record<string, Destination>> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  info: 'info',
  fldinst: 'instruction',
  footnote: 'note',
  shpinst: 'shape',
  shptxt: 'note',
};

/** Properties that the end of a group restores. */
interface Group {
  destination: Destination;
  /** Destination of a text that the file contains twice. The second version has Unicode characters. */
  unicodeDestination: Destination | undefined;
  font: number;
  style: number;
  outlineLevel: number | undefined;
  isList: boolean;
  isHidden: boolean;
  isDeleted: boolean;
  /** Number of characters after a Unicode character that represent it in old programs. */
  fallbackLength: number;
}

/** Texts that RTF files state in their information group. */
export interface RtfInformation {
  title: string;
  author: string;
}

const MAX_INSTRUCTION_LENGTH = 1_000;
/**
 * Matches a field that displays a text with a reading aid above it. The file has no other copy of the text.
 * Example: `EQ \o\ad(\s\up 10(reading aid),text)`
 */
const RUBY_INSTRUCTION = /^\s*EQ\s[^(]*\\o[^(]*\([^(]*\\up[^(]*\([^()]*\),([^()]*)\)\s*$/i;

/** Number of heading levels. The control word `\outlinelevelN` has the levels 0 to 8. Level 9 is body text. */
const MAX_LEVEL = 9;

/**
 * Appends the text of an RTF file: headings, paragraphs, list items and table rows. Notes and text boxes follow the
 * paragraph that contains them.
 *
 * @see RTF 1.9.1
 */
export function appendRtf(builder: DocumentBuilder, bytes: Uint8Array): RtfInformation {
  const information: RtfInformation = { title: '', author: '' };
  const encodings = new Map<number, string>();
  const headingLevels = new Map<number, number>();
  const contentsStyles = new Set<number>();
  const groups: Group[] = [];
  let group: Group = {
    destination: 'text',
    unicodeDestination: undefined,
    font: -1,
    style: 0,
    outlineLevel: undefined,
    isList: false,
    isHidden: false,
    isDeleted: false,
    fallbackLength: 1,
  };
  let documentEncoding = 'windows-1252';
  let defaultFont = -1;
  let isOptional = false;
  let skipped = 0;
  let styleName = '';
  let instruction = '';
  /** Bytes that are decoded together, because a character can have two bytes. */
  let pending: number[] = [];
  let parts: string[] = [];
  let noteParts: string[] = [];
  let notes: string[] = [];
  let cells: string[] = [];
  let isInTable = false;

  function flush(): void {
    if (pending.length === 0) return;
    const font = group.font === -1 ? defaultFont : group.font;
    const text = decoderOf(encodings.get(font) ?? documentEncoding).decode(Uint8Array.from(pending));
    pending = [];
    write(text);
  }

  function write(text: string): void {
    const { destination } = group;
    if (group.isHidden || group.isDeleted) return;
    if (destination === 'text') parts.push(text);
    else if (destination === 'note') noteParts.push(text);
    else if (destination === 'title' || destination === 'author') information[destination] += text;
    else if (destination === 'styles') styleName += text;
    else if (destination === 'instruction' && instruction.length < MAX_INSTRUCTION_LENGTH)
      instruction += text;
  }

  function takeText(): string {
    const text = parts.join('');
    parts = [];
    return text;
  }

  function endParagraph(): void {
    if (isInTable) {
      parts.push(' ');
      return;
    }
    // A table of contents repeats the headings.
    if (contentsStyles.has(group.style)) {
      takeText();
      return;
    }
    const level = group.outlineLevel ?? headingLevels.get(group.style);
    const kind = level !== undefined ? 'heading' : group.isList ? 'list' : 'paragraph';
    builder.add(kind, takeText().replace(/[ \t]+/g, ' '), { level });
    addNotes();
  }

  function addNotes(): void {
    for (const note of notes) builder.add('paragraph', note.replace(/[ \t]+/g, ' '));
    notes = [];
  }

  function endRow(): void {
    const rest = takeText();
    if (rest.trim() !== '') cells.push(rest);
    const row = cells.map((cell) => cell.replace(/\s+/g, ' ').trim());
    if (row.some((cell) => cell !== '')) builder.add('table', joinCells(row));
    cells = [];
    isInTable = false;
    addNotes();
  }

  function endStyle(): void {
    const level = /^heading ([1-9])\b/i.exec(styleName.trim())?.[1];
    if (level !== undefined) headingLevels.set(group.style, Number(level));
    else if (/^(?:toc|contents) (?:\d|heading\b)/i.test(styleName.trim())) contentsStyles.add(group.style);
    else if (/^title\b/i.test(styleName.trim())) headingLevels.set(group.style, 1);
    else if (group.outlineLevel !== undefined) headingLevels.set(group.style, group.outlineLevel);
    styleName = '';
  }

  function open(): void {
    checkDepth(groups.length);
    groups.push(group);
    group = { ...group };
    isOptional = false;
    if (group.destination === 'styles') styleName = '';
  }

  function close(): void {
    const { destination } = group;
    const parent = groups.pop();
    if (!parent) return;
    if (destination === 'styles' && parent.destination === 'styles') endStyle();
    if (destination === 'note' && parent.destination !== 'note') {
      notes.push(noteParts.join(''));
      noteParts = [];
    }
    group = parent;
    if (destination === 'instruction' && parent.destination !== 'instruction') {
      const base = RUBY_INSTRUCTION.exec(instruction)?.[1];
      instruction = '';
      if (base !== undefined) write(base);
    }
  }

  /** Changes the destination of the group if the control word starts one. Returns true if no more is to do. */
  function enter(name: string): boolean {
    if (name === 'upr') {
      Object.assign(group, { unicodeDestination: group.destination, destination: 'ignored' });
      return true;
    }
    if (name === 'ud' && group.unicodeDestination !== undefined) {
      Object.assign(group, { unicodeDestination: undefined, destination: group.unicodeDestination });
      return true;
    }
    if (group.destination === 'ignored') return true;
    const destination = DESTINATIONS[name];
    if (destination) group.destination = destination;
    else if (group.destination === 'info' && (name === 'title' || name === 'author'))
      // Some programs also write the last editor as an author.
      group.destination = information[name] === '' ? name : 'ignored';
    else if (isOptional || IGNORED_DESTINATIONS.has(name)) group.destination = 'ignored';
    else return false;
    // Programs that do not support lists show this text instead.
    const parent = groups.at(-1);
    if (parent && (name === 'listtext' || name === 'pntext')) parent.isList = true;
    return true;
  }

  function apply(name: string, parameter: number | undefined): void {
    const isOn = parameter !== 0;
    switch (name) {
      case 'ansicpg':
        documentEncoding = encodingOfCodePage(parameter ?? 1252);
        break;
      case 'mac':
        documentEncoding = 'macintosh';
        break;
      case 'deff':
        defaultFont = parameter ?? -1;
        break;
      case 'f':
        group.font = parameter ?? -1;
        break;
      case 'fcharset': {
        const encoding = encodingOfCharset(parameter ?? 0);
        if (group.destination === 'fonts' && encoding) encodings.set(group.font, encoding);
        break;
      }
      case 'uc':
        group.fallbackLength = Math.max(parameter ?? 1, 0);
        break;
      case 'u':
        write(unicodeCharacter(parameter ?? 0));
        skipped = group.fallbackLength;
        break;
      case 'pard':
        Object.assign(group, { style: 0, outlineLevel: undefined, isList: false });
        if (group.destination === 'text') isInTable = false;
        break;
      case 'plain':
        group.isHidden = false;
        break;
      case 's':
        group.style = parameter ?? 0;
        break;
      case 'outlinelevel':
        if (parameter !== undefined && parameter >= 0 && parameter < MAX_LEVEL)
          group.outlineLevel = parameter + 1;
        break;
      case 'ls':
        group.isList = isOn;
        break;
      case 'v':
        group.isHidden = isOn;
        break;
      case 'deleted':
        group.isDeleted = isOn;
        break;
      case 'intbl':
      case 'trowd':
        if (group.destination === 'text') isInTable = true;
        break;
      case 'par':
      case 'sect':
      case 'page':
        if (group.destination === 'text') endParagraph();
        else write('\n');
        break;
      case 'cell':
      case 'nestcell':
        if (group.destination === 'text') cells.push(takeText());
        else write(' ');
        break;
      case 'row':
        if (group.destination === 'text') endRow();
        break;
      default: {
        const character = CHARACTER_WORDS[name];
        if (character !== undefined) write(character);
      }
    }
  }

  for (const token of rtfTokens(bytes)) {
    if (token.kind === 'byte') {
      if (skipped > 0) skipped--;
      else if (group.destination !== 'ignored' && group.destination !== 'fonts') pending.push(token.byte);
      continue;
    }
    flush();
    skipped = 0;
    if (token.kind === 'word') {
      if (token.name === '*') {
        isOptional = true;
        continue;
      }
      if (!enter(token.name)) apply(token.name, token.parameter);
      isOptional = false;
    } else if (token.kind === 'open') {
      open();
    } else {
      close();
      if (groups.length === 0) break;
    }
  }
  flush();
  if (cells.length > 0) endRow();
  isInTable = false;
  endParagraph();
  return information;
}

const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding);
  decoders.set(encoding, decoder);
  return decoder;
}

/** Returns the UTF-16 code unit of `\uN`, which is negative above 32,767. Omits characters of symbol fonts. */
function unicodeCharacter(parameter: number): string {
  const unit = parameter & 0xffff;
  return unit >= 0xf000 && unit <= 0xf0ff ? '' : String.fromCharCode(unit);
}
