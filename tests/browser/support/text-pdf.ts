// cspell:ignore startxref Annots
/** Bytes above 127 in a comment, with which programs mark a PDF as binary. */
const BINARY_COMMENT = '%\u00e2\u00e3\u00cf\u00d3\n';

/**
 * Creates a PDF with a line of text on each page. A line must not contain parentheses or backslashes.
 *
 * @param script JavaScript that readers with scripts run when they open the PDF and each page. It must not contain parentheses that
 *   are not balanced.
 */
export function textPdf(lines: string | readonly string[], script?: string): Buffer {
  const pages = typeof lines === 'string' ? [lines] : lines;
  const action = script === undefined ? '' : `<</S/JavaScript/JS(${script})>>`;
  const pageNumber = (index: number): number => 4 + 2 * index;
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${action && `/OpenAction${action}`}>>`,
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap((text, index) => {
      const content = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
      const link =
        action && `/AA<</O${action}>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 612 792]/A${action}>>]`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${pageNumber(index) + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>${link}>>`,
        `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = `%PDF-1.7\n${BINARY_COMMENT}`;
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${count}/Root 1 0 R>>\n`;
  return Buffer.from(`${file}${table}startxref\n${file.length}\n%%EOF\n`, 'latin1');
}
