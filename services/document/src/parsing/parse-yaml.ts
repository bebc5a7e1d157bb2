import { isMap, isScalar, parseAllDocuments } from 'yaml';
import { decodeText } from './decode-text.ts';
import type { FormatParser } from './format-parser.ts';
import { unreadable } from './parse-errors.ts';
import { sectionName } from './section-path.ts';
import { buildSourceDocument } from './source-blocks.ts';
import type { BlockStart } from './source-blocks.ts';

/** Parses YAML. Keeps the source as the text. Does not expand aliases, so nested aliases cannot exhaust memory. */
export const parseYaml: FormatParser = async ({ bytes, type, limits }) => {
  const { text } = await decodeText(await bytes(), type.extension);
  return buildSourceDocument(text, type.contentType, yamlStarts(text), limits);
};

/** Returns a block for each YAML document and each entry of its outermost mapping. Sections are the keys. */
export function yamlStarts(text: string): BlockStart[] {
  const starts: BlockStart[] = [{ offset: 0, kind: 'code' }];
  // Duplicate keys are not detected, because the check takes quadratic time.
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent', prettyErrors: true });
  for (const document of 'empty' in documents ? [] : documents) {
    const [error] = document.errors;
    if (error) {
      const where = error.linePos ? ` in line ${error.linePos[0].line}` : '';
      throw unreadable(
        'corrupt',
        `The file is not valid YAML${where} (${error.code}). Correct it, or upload it as .txt.`,
        error,
      );
    }
    const { contents } = document;
    if (!isMap(contents) || contents.flow) {
      if (contents?.range) starts.push({ offset: contents.range[0], kind: 'code' });
      continue;
    }
    for (const { key } of contents.items) {
      if (!isScalar(key) || !key.range) continue;
      starts.push({ offset: key.range[0], kind: 'code', section: sectionName([String(key.value)]) });
    }
  }
  return starts;
}
