import { zipFile } from './zip-file.fixture.ts';
import type { ZipEntry } from './zip-file.fixture.ts';

/** Creates a .odt file. @param body OpenDocument XML of the text */
export function odtFile(
  body: string,
  options: { styles?: string; meta?: string; doctype?: string; more?: readonly ZipEntry[] } = {},
): Buffer {
  return zipFile([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
    {
      name: 'content.xml',
      content: `${options.doctype ?? ''}<office:document-content><office:automatic-styles>${options.styles ?? ''}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    },
    { name: 'meta.xml', content: `<office:meta>${options.meta ?? ''}</office:meta>` },
    ...(options.more ?? []),
  ]);
}
