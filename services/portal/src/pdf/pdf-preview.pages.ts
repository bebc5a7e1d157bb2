import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { island } from '../pages/portal-page.ts';
import type { Locale } from '../texts/texts.ts';
import { PDF_ASSETS } from './pdf-assets.ts';

export interface PdfPreview {
  /** URL path of the download. */
  url: string;
  /** Name of the file, for screen readers. */
  name: string;
  /** False if the reader loads only when the user asks for it. */
  isOpen: boolean;
  locale: Locale;
}

/** Renders the reader of a PDF. Browsers without JavaScript show a link to the file. */
export const pdfPreview = ({ url, name, isOpen, locale: { texts } }: PdfPreview): Html =>
  island(
    'pdf',
    { url, name, isOpen, assetsPath: PDF_ASSETS },
    html`<p><a href="${url}">${texts.pdf.withoutScripts}</a></p>`,
  );
