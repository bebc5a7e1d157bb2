import type { Texts } from '../texts.ts';

const number = (value: number): string => value.toLocaleString('de');

export const home: Texts['home'] = {
  recent: 'Neueste Erinnerungen',
  showAll: (total) => `Alle ${total} anzeigen`,
  decide: {
    heading: 'Zu entscheiden',
    contradictions: (count) => `Widersprüche: ${count}`,
    suggestions: (count) => `Vorschläge: ${count}`,
    nothing: 'Nichts zu entscheiden.',
    open: 'Eingang öffnen',
  },
  atLeast: (count) => `${number(count)}+`,
  count: number,
  activity: {
    heading: (days) => `In den letzten ${days} Tagen gespeichert`,
    total: (count) => `Insgesamt ${count}.`,
    table: 'Erinnerungen pro Tag, in UTC',
    day: 'Tag',
    memories: 'Erinnerungen',
    description: (highest, day) => `Die meisten am ${day}: ${highest}.`,
    nothing: 'Es wurde nichts gespeichert.',
  },
  indexing: {
    heading: 'Indexierung',
    done: (count) =>
      count === 1
        ? 'Die Erinnerung ist nach Bedeutung durchsuchbar.'
        : `Alle Erinnerungen (${number(count)}) sind nach Bedeutung durchsuchbar.`,
    outstanding: (count) => `Noch nicht nach Bedeutung durchsuchbar: ${count}.`,
    pendingHint: 'Das dauert einige Sekunden.',
    reloadHint: 'Laden Sie die Seite neu, um den Fortschritt zu sehen.',
    failed:
      'Das Embedding-Modell hat diese Erinnerungen abgelehnt. Suchen finden sie nur anhand ihrer Wörter.',
    failedHint: 'Öffnen Sie eine Erinnerung, und kürzen oder ändern Sie sie. Loci versucht es dann erneut.',
  },
  store: {
    heading: 'Erinnerung speichern',
    label: 'Was soll Loci sich merken?',
    placeholder: 'Ada trinkt am liebsten Tee.',
    button: 'Speichern',
    stored: 'Die Erinnerung ist gespeichert. Suchen finden sie in wenigen Augenblicken.',
    open: 'Öffnen',
    empty: 'Geben Sie einen Text ein.',
    notStored: (reason) => `Die Erinnerung wurde nicht gespeichert. ${reason}`,
  },
  empty: {
    heading: 'Noch keine Erinnerungen',
    text: 'So können Sie beginnen.',
    connect: 'Assistenten verbinden',
    connectText:
      'Ihr Assistent speichert und findet Erinnerungen, während Sie arbeiten. Geben Sie ihm diese Adresse:',
    connectButton: 'Schritte anzeigen',
    import: 'Erinnerungen importieren',
    importText: 'Übernehmen Sie Erinnerungen aus anderen Werkzeugen mit der Kommandozeile:',
    noPermission:
      'Sie können Erinnerungen lesen, aber keine speichern. Bitten Sie eine Person mit Besitzrechten um eine andere Rolle.',
  },
};
