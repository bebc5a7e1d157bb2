import { describe, expect, test } from '@jest/globals';
import { odtFile } from '../../test/parsing/odt-file.fixture.ts';
import { outlineOf, parseBytesInProcess } from '../../test/parsing/parse-bytes.fixture.ts';

describe('OpenDocument texts', () => {
  test('headings, paragraphs, lists, tables and notes are blocks', async () => {
    const document = await parseBytesInProcess(
      'a.odt',
      odtFile(
        '<text:p text:style-name="P1">Harbor</text:p><text:h text:outline-level="2">Fog</text:h>' +
          '<text:p>It <text:span>was</text:span><text:s text:c="9"/>gray<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>At dawn.</text:p></text:note-body></text:note>.<text:line-break/>Cold.</text:p>' +
          '<text:list><text:list-item><text:p>Lamp</text:p></text:list-item></text:list>' +
          '<table:table><table:table-row><table:table-cell><text:p>a</text:p><text:p>b</text:p></table:table-cell><table:table-cell/><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></table:table>',
        { styles: '<style:style style:name="P1" style:parent-style-name="Title"/>' },
      ),
    );
    expect(outlineOf(document)).toEqual(
      [
        'heading@Harbor: Harbor',
        'heading@Fog: Fog',
        'paragraph@Fog: It was gray.\nCold.',
        'paragraph@Fog: At dawn.',
        'list@Fog: Lamp',
        'table@Fog: a b |  | c',
      ].map((line) => line.replace('@Fog', '@Harbor > Fog')),
    );
  });

  test('deleted text, comments and descriptions of drawings are ignored', async () => {
    const document = await parseBytesInProcess(
      'a.odt',
      odtFile(
        '<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p>Tea<office:annotation><text:p>no</text:p></office:annotation><draw:frame><svg:title>no</svg:title></draw:frame> <text:title>Log</text:title></text:p>',
      ),
    );
    expect(outlineOf(document)).toEqual(['paragraph: Tea Log']);
  });

  test('the author is the initial author', async () => {
    const meta =
      '<dc:title>The Log</dc:title><meta:initial-creator>Ada</meta:initial-creator><dc:creator>Eve</dc:creator>';
    const document = await parseBytesInProcess('a.odt', odtFile('<text:p>Tea</text:p>', { meta }));
    expect(document).toMatchObject({ title: 'The Log', authors: ['Ada'] });
  });

  test('an encrypted document is rejected as encrypted', async () => {
    const manifest = { name: 'META-INF/manifest.xml', content: '<m:encryption-data/>' };
    await expect(parseBytesInProcess('a.odt', odtFile('', { more: [manifest] }))).rejects.toMatchObject({
      details: { reason: 'encrypted' },
    });
  });
});
