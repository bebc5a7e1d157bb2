import { describe, expect, test } from '@jest/globals';
import { pptxFile, slideShape } from '../../test/parsing/open-xml-files.fixture.ts';
import { outlineOf, parseBytesInProcess } from '../../test/parsing/parse-bytes.fixture.ts';

describe('PowerPoint presentations', () => {
  test('each slide is a page and a section, with its title first and its speaker notes last', async () => {
    const document = await parseBytesInProcess(
      'a.pptx',
      pptxFile(
        [
          slideShape('Count ships\nLight the lamp', 'body') +
            slideShape('Duties', 'ctrTitle') +
            slideShape('9', 'sldNum'),
          slideShape('No title here'),
        ],
        { notes: [slideShape('Mention the fog.', 'body') + slideShape('1', 'sldNum') + slideShape('Wave.')] },
      ),
    );
    expect(outlineOf(document)).toEqual([
      'heading@Duties: Duties',
      'list@Duties: Count ships',
      'list@Duties: Light the lamp',
      'paragraph@Duties: Mention the fog.',
      'paragraph@Duties: Wave.',
      'paragraph: No title here',
    ]);
    expect(document.blocks.map(({ page }) => page)).toEqual([1, 1, 1, 1, 1, 2]);
    expect(document.title).toBe('Duties');
  });

  test('each row of a table is a block', async () => {
    const cell = (text: string) =>
      `<a:tc><a:txBody>${text
        .split('\n')
        .map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
        .join('')}</a:txBody></a:tc>`;
    const table = `<p:graphicFrame><a:tbl><a:tr>${cell('Ship')}${cell('')}${cell('a\nb')}</a:tr></a:tbl></p:graphicFrame>`;
    const document = await parseBytesInProcess('a.pptx', pptxFile([table]));
    expect(outlineOf(document)).toEqual(['table: Ship |  | a b']);
  });

  test('fallback content for older programs is ignored', async () => {
    const alternatives = `<mc:AlternateContent><mc:Choice>${slideShape('New')}</mc:Choice><mc:Fallback>${slideShape('Old')}</mc:Fallback></mc:AlternateContent>`;
    const document = await parseBytesInProcess('a.pptx', pptxFile([alternatives]));
    expect(outlineOf(document)).toEqual(['paragraph: New']);
  });
});
