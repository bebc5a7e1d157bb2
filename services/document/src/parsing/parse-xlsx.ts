import { createDocumentBuilder } from './document-builder.ts';
import type { FormatParser } from './format-parser.ts';
import { findMainPart, openOfficeFile } from './office-file.ts';
import { readOfficeProperties } from './office-properties.ts';
import { readDateStyles, readSharedStrings } from './xlsx-cell-values.ts';
import { appendSheet } from './xlsx-sheet.ts';
import { readWorkbook } from './xlsx-workbook.ts';

/** Matches the content type of the main part of a workbook. */
const WORKBOOK_PART =
  /spreadsheetml\.(?:sheet|template)\.main|ms-excel\.(?:sheet|template)\.macroEnabled\.main/;

/** Parses Excel workbooks (Office Open XML). Each sheet is a chapter, and each row is a block. */
export const parseXlsx: FormatParser = async ({ filePath, type, limits }) => {
  const zip = await openOfficeFile({ filePath, type, limits }, WORKBOOK_PART);
  try {
    const workbook = await readWorkbook(zip, await findMainPart(zip));
    const values = {
      sharedStrings: await readSharedStrings(zip, workbook.sharedStringsPath),
      dateStyles: await readDateStyles(zip, workbook.stylesPath),
      startsIn1904: workbook.startsIn1904,
    };
    const builder = createDocumentBuilder(limits);
    for (const [index, sheet] of workbook.sheets.entries()) {
      await appendSheet(builder, zip, { ...sheet, chapter: index + 1 }, values, limits);
    }
    return { ...builder.finish(type.contentType), ...(await readOfficeProperties(zip)) };
  } finally {
    zip.close();
  }
};
