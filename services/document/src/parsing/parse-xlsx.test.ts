import { describe, expect, test } from '@jest/globals';
import { xlsxFile } from '../../test/parsing/open-xml-files.fixture.ts';
import { outlineOf, parseBytesInProcess } from '../../test/parsing/parse-bytes.fixture.ts';

/** Parses a sheet and returns the text of its rows. */
async function rowsOf(rows: string, options?: Parameters<typeof xlsxFile>[1]): Promise<string[]> {
  const { text } = await parseBytesInProcess('a.xlsx', xlsxFile({ Log: rows }, options));
  return text.split('\n').slice(2);
}

describe('Excel workbooks', () => {
  test('each sheet is a chapter and a section, and each row is a block', async () => {
    const strings =
      '<si><t>Ship</t></si><si><r><t>Fog </t></r><r><t>&amp; rain</t></r><rPh><t>x</t></rPh></si>';
    const row = '<row><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>';
    const document = await parseBytesInProcess(
      'a.xlsx',
      xlsxFile({ Log: row + '<row><c r="A2"><v>7</v></c></row>', Empty: '<row/>', Plan: row }, { strings }),
    );
    expect(outlineOf(document)).toEqual([
      'heading@Log: Log',
      'table@Log: Ship | Fog & rain',
      'table@Log: 7',
      'heading@Plan: Plan',
      'table@Plan: Ship | Fog & rain',
    ]);
    expect(document.blocks.map(({ chapter }) => chapter)).toEqual([1, 1, 1, 3, 3]);
  });

  test('a cell keeps its column unless more than 20 empty cells precede the cell', async () => {
    const cells = '<c r="C1"><v>1</v></c><c><v>2</v></c><c r="E1"/><c r="XFD1"><v>3</v></c>';
    expect(await rowsOf(`<row>${cells}</row>`)).toEqual([` |  | 1 | 2 |${'  |'.repeat(20)} 3`.trim()]);
  });

  test('the text of a cell is the last value of its formula, a boolean, an error or an inline text', async () => {
    const cells =
      '<c t="str"><f>A1&amp;"x"</f><v>Sum_x000D__x000A_total</v></c><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c>' +
      '<c t="inlineStr"><is><t>Tea</t></is></c><c><f>SUM(A1)</f><v>0.30000000000000004</v></c>';
    expect(await rowsOf(`<row>${cells}</row>`)).toEqual(['Sum total | TRUE | #REF! | Tea | 0.3']);
  });

  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm;@"/><numFmt numFmtId="165" formatCode="0 &quot;days&quot;"/>' +
    '<numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>';
  test.each([
    ['a date', 1, '45000', '2023-03-15'],
    ['a date and time', 2, '45000.75', '2023-03-15 18:00:00'],
    ['a time', 1, '0.5', '12:00:00'],
    ['a number with a unit', 3, '45000', '45000'],
    ['a duration', 4, '1.5', '1.5'],
    ['a number that is not a date', 1, '1e300', '1e+300'],
  ])('a cell with %s is converted by its number format', async (_, style, value, text) => {
    expect(await rowsOf(`<row><c s="${style}"><v>${value}</v></c></row>`, { styles })).toEqual([text]);
  });

  test('a workbook can count dates from 1904', async () => {
    const options = { styles, workbook: '<workbookPr date1904="1"/>' };
    expect(await rowsOf('<row><c s="1"><v>1</v></c></row>', options)).toEqual(['1904-01-02']);
  });

  test('the title and the authors are the document properties', async () => {
    const more = [
      { name: 'docProps/core.xml', content: '<p><dc:title>Ships</dc:title><dc:creator>Ada</dc:creator></p>' },
    ];
    const file = xlsxFile({ Log: '<row><c><v>1</v></c></row>' }, { more });
    expect(await parseBytesInProcess('a.xlsx', file)).toMatchObject({ title: 'Ships', authors: ['Ada'] });
  });
});
