import { zipFile } from './zip-file.fixture.ts';
import type { ZipEntry } from './zip-file.fixture.ts';

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN_TYPES = {
  'xl/workbook.xml': 'spreadsheetml.sheet',
  'ppt/presentation.xml': 'presentationml.presentation',
};

/** Creates an entry with relationships. @param targets types and targets by ID */
function relationshipsEntry(name: string, targets: Readonly<Record<string, [string, string]>>): ZipEntry {
  const elements = Object.entries(targets).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
  );
  return { name, content: `<Relationships>${elements.join('')}</Relationships>` };
}

function openXmlFile(mainPart: keyof typeof MAIN_TYPES, entries: readonly ZipEntry[]): Buffer {
  const type = `application/vnd.openxmlformats-officedocument.${MAIN_TYPES[mainPart]}.main+xml`;
  return zipFile([
    {
      name: '[Content_Types].xml',
      content: `<Types><Override PartName="/${mainPart}" ContentType="${type}"/></Types>`,
    },
    relationshipsEntry('_rels/.rels', { r1: ['officeDocument', mainPart] }),
    ...entries,
  ]);
}

/** Creates a .xlsx file. @param sheets SpreadsheetML of the rows by name of the sheet */
export function xlsxFile(
  sheets: Readonly<Record<string, string>>,
  options: {
    strings?: string;
    styles?: string;
    workbook?: string;
    doctype?: string;
    more?: readonly ZipEntry[];
  } = {},
): Buffer {
  const names = Object.keys(sheets);
  const ids = names.map((_, index) => `s${index}`);
  const doctype = options.doctype ?? '';
  return openXmlFile('xl/workbook.xml', [
    {
      name: 'xl/workbook.xml',
      content: `<workbook>${options.workbook ?? ''}<sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="${ids[index]}"/>`).join('')}</sheets></workbook>`,
    },
    relationshipsEntry('xl/_rels/workbook.xml.rels', {
      ...Object.fromEntries(ids.map((id) => [id, ['worksheet', `worksheets/${id}.xml`]])),
      strings: ['sharedStrings', '/xl/sharedStrings.xml'],
      styles: ['styles', 'styles.xml'],
    }),
    ...names.map((name, index) => ({
      name: `xl/worksheets/${ids[index]}.xml`,
      content: `${doctype}<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
    })),
    { name: 'xl/sharedStrings.xml', content: `${doctype}<sst>${options.strings ?? ''}</sst>` },
    { name: 'xl/styles.xml', content: `<styleSheet>${options.styles ?? ''}</styleSheet>` },
    ...(options.more ?? []),
  ]);
}

/** Creates a .pptx file. @param slides PresentationML of the shapes of each slide. @param notes of the slides */
export function pptxFile(
  slides: readonly string[],
  options: { notes?: readonly string[]; doctype?: string; more?: readonly ZipEntry[] } = {},
): Buffer {
  const ids = slides.map((_, index) => `s${index}`);
  const doctype = options.doctype ?? '';
  const page = (shapes: string): string =>
    `${doctype}<p:sld><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
  return openXmlFile('ppt/presentation.xml', [
    {
      name: 'ppt/presentation.xml',
      content: `<p:presentation><p:sldIdLst>${ids.map((id) => `<p:sldId r:id="${id}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    relationshipsEntry(
      'ppt/_rels/presentation.xml.rels',
      Object.fromEntries(ids.map((id) => [id, ['slide', `slides/${id}.xml`]])),
    ),
    ...slides.map((shapes, index) => ({ name: `ppt/slides/${ids[index]}.xml`, content: page(shapes) })),
    ...(options.notes ?? []).flatMap((shapes, index) => [
      { name: `ppt/notesSlides/${ids[index]}.xml`, content: page(shapes) },
      relationshipsEntry(`ppt/slides/_rels/${ids[index]}.xml.rels`, {
        notes: ['notesSlide', `../notesSlides/${ids[index]}.xml`],
      }),
    ]),
    ...(options.more ?? []),
  ]);
}

/** Creates a shape of a slide. @param placeholder type of the placeholder. A text box has none. */
export function slideShape(text: string, placeholder?: string): string {
  const mark = placeholder === undefined ? '' : `<p:nvPr><p:ph type="${placeholder}"/></p:nvPr>`;
  const paragraphs = text.split('\n').map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`);
  return `<p:sp>${mark}<p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`;
}
