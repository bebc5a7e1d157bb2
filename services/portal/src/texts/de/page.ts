import type { Texts } from '../texts.ts';

export const page: Texts['page'] = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  cancel: 'Abbrechen',
  stored: 'gespeichert',
  previousPage: 'Vorherige Seite',
  nextPage: 'Nächste Seite',
  firstPage: 'Erste Seite',
  action: 'Aktion',
  never: 'Nie',
  ownersOnly: {
    title: 'Nur für Eigentümer',
    text: 'Ihre Rolle in diesem Arbeitsbereich umfasst dessen Verwaltung nicht. Wenden Sie sich an einen Eigentümer, wenn hier etwas geändert werden soll.',
    button: 'Zurück zu Ihren Erinnerungen',
  },
  roles: { owner: 'Eigentümer', member: 'Mitglied', viewer: 'Leser' },
};
