import { createDocumentBuilder } from './document-builder.ts';
import { documentProperties } from './document-properties.ts';
import { firstHeading } from './first-heading.ts';
import type { FormatParser } from './format-parser.ts';
import { findMainPart, openOfficeFile, readRelationships } from './office-file.ts';
import { readOfficeProperties } from './office-properties.ts';
import { readSlide } from './pptx-slide.ts';
import { walkXml } from './walk-xml.ts';
import { readXml } from './zip-archive.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Matches the content type of the main part of a presentation. */
const PRESENTATION_PART =
  /presentationml\.(?:presentation|slideshow|template)\.main|ms-powerpoint\.\w+\.macroEnabled\.main/;

/** Parses PowerPoint presentations (Office Open XML). Each slide is a page, followed by its speaker notes. */
export const parsePptx: FormatParser = async ({ filePath, type, limits }) => {
  const zip = await openOfficeFile({ filePath, type, limits }, PRESENTATION_PART);
  try {
    const builder = createDocumentBuilder(limits);
    let page = 0;
    for (const path of await slidePaths(zip)) {
      page++;
      const { title, blocks } = await readSlide(zip, path);
      builder.startSection([]);
      builder.add('heading', title, { page, level: 1 });
      for (const { kind, text } of blocks) builder.add(kind, text, { page });
      const relationships = Array.from((await readRelationships(zip, path)).values());
      const notes = relationships.find((relationship) => relationship.type === 'notesSlide');
      if (!notes) continue;
      // The other placeholders of a notes page are the image of the slide, the slide number, the date and the
      // footer. Some programs store the notes in a text box outside of a placeholder.
      for (const { text, placeholder } of (await readSlide(zip, notes.path)).blocks) {
        if (placeholder === 'body' || placeholder === '') builder.add('paragraph', text, { page });
      }
    }
    const document = builder.finish(type.contentType);
    return {
      ...document,
      ...documentProperties([firstHeading(document)]),
      ...(await readOfficeProperties(zip)),
    };
  } finally {
    zip.close();
  }
};

/** Returns the paths of the slides in their order. A malicious file could list one slide a million times, so each is listed once. */
async function slidePaths(zip: ZipArchive): Promise<Set<string>> {
  const presentation = await findMainPart(zip);
  const relationships = await readRelationships(zip, presentation);
  const paths = new Set<string>();
  walkXml(await readXml(zip, presentation), (name, attributes) => {
    const relationship = name === 'sldid' ? relationships.get(attributes['r:id'] ?? '') : undefined;
    if (relationship?.type === 'slide') paths.add(relationship.path);
  });
  return paths;
}
