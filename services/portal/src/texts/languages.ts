export { isLanguage } from '@loci/pages/languages';
export type { Language } from '@loci/pages/languages';
