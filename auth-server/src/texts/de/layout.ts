import type { Texts } from '../texts.ts';

export const layout: Texts['layout'] = {
  skip: 'Zum Inhalt springen',
  navigation: 'Hauptnavigation',
  menu: 'Menü',
  language: 'Sprache',
  documentation: 'Dokumentation',
  privacy: 'Datenschutz',
  terms: 'Nutzungsbedingungen',
  home: 'Zur Startseite',
  roles: { owner: 'Eigentümer', member: 'Mitglied', viewer: 'Leser' },
};
