import type { Texts } from '../texts.ts';

export const page: Texts['page'] = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  cancel: 'Abbrechen',
  stored: 'gespeichert',
};
