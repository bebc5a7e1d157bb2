/** Texts of the reader for PDFs. */
export const pdf = {
  open: 'Show the pages',
  withoutScripts: 'Download the PDF to read it.',
  label: (name: string) => `Pages of ${name}`,
  loading: 'The PDF is loading.',
  previous: 'Previous page',
  next: 'Next page',
  page: 'Page',
  of: (pages: number) => `of ${pages.toLocaleString('en')}`,
  smaller: 'Smaller',
  larger: 'Larger',
  keys: 'Arrow keys left and right turn the page.',
  encrypted: 'The PDF needs a password. Download it to open it.',
  failed: 'The PDF cannot be shown. Download it to open it.',
  failedPage: (page: number) => `Page ${page} cannot be shown.`,
};
