import type { Texts } from '../texts.ts';

const number = new Intl.NumberFormat('de');
const memories = (count: number): string =>
  count === 1 ? '1 Erinnerung' : `${number.format(count)} Erinnerungen`;

export const browse: Texts['browse'] = {
  title: 'Erinnerungen',
  views: {
    label: 'Ansichten',
    list: 'Liste',
    conversations: 'Gespräche',
    days: 'Tage',
    tags: 'Schlagwörter',
    types: 'Arten',
  },
  filter: {
    label: 'Filter',
    more: 'Weitere Filter',
    type: 'Art',
    tag: 'Schlagwort',
    source: 'Quelle',
    importance: 'Mindestwichtigkeit',
    pinned: 'Angeheftet',
    pinnedOnly: 'Nur angeheftete',
    unpinnedOnly: 'Nur nicht angeheftete',
    conversation: 'Gespräch',
    from: 'Von',
    to: 'Bis',
    all: 'Alle',
    sort: 'Reihenfolge',
    submit: 'Anzeigen',
    reset: 'Filter entfernen',
  },
  sorts: {
    '-created_at': 'Neueste zuerst',
    created_at: 'Älteste zuerst',
    '-occurred_at': 'Spätestes Ereignis zuerst',
    occurred_at: 'Frühestes Ereignis zuerst',
    '-updated_at': 'Zuletzt geänderte zuerst',
    '-importance': 'Wichtigste zuerst',
  },
  count: (total, isExact) => {
    if (!isExact) return `Mehr als ${memories(total)}.`;
    return total === 0 ? 'Keine Erinnerungen.' : `${memories(total)}.`;
  },
  empty: 'Keine Erinnerung entspricht dem Filter.',
  emptyTenant:
    'Es gibt noch keine Erinnerungen. Verbinden Sie einen Assistenten, oder importieren Sie Erinnerungen.',
  firstPage: 'Erste Seite',
  nextPage: 'Nächste Seite',
  columns: {
    select: 'Ausgewählt',
    content: 'Inhalt',
    type: 'Art',
    tags: 'Schlagwörter',
    importance: 'Wichtigkeit',
    occurred: 'Ereignis',
    updated: 'Geändert',
  },
  loading: 'Wird geladen …',
  loadFailed: (message) => `Die Erinnerungen konnten nicht geladen werden. ${message}`,
  retry: 'Erneut versuchen',
  keys: 'Pfeiltasten bewegen, Leertaste wählt aus, Umschalt erweitert, Strg+A wählt alle, Eingabe öffnet, Entf löscht.',
  tableCut: (shown) =>
    `Die Tabelle zeigt die ersten ${memories(shown)}. Nutzen Sie den Filter für die übrigen.`,
  pinnedMark: 'Angeheftet',
  expires: 'Läuft ab',
  deletedSoon: 'Wird gelöscht',
  bulk: {
    label: 'Ausgewählte Erinnerungen',
    selected: (count) => `${memories(count)} ausgewählt`,
    none: 'Wählen Sie Erinnerungen aus, um sie gemeinsam zu ändern.',
    selectAll: (count) => `Alle ${number.format(count)} auswählen`,
    selectFirst: (count) => `Die ersten ${number.format(count)} auswählen`,
    clear: 'Auswahl aufheben',
    limit: (count) => `Höchstens ${memories(count)} können ausgewählt werden.`,
    tag: 'Schlagwörter hinzufügen',
    untag: 'Schlagwörter entfernen',
    retype: 'Art ändern',
    pin: 'Anheften',
    unpin: 'Lösen',
    expire: 'Ablauf festlegen',
    delete: 'Löschen',
    tags: 'Schlagwörter, durch Kommas getrennt',
    newType: 'Neue Art',
    expiresOn: 'Läuft ab am (leer: nie)',
    apply: 'Anwenden',
    cancel: 'Abbrechen',
    working: (count) => `${memories(count)} werden geändert …`,
    done: (count) => `${memories(count)} geändert.`,
    failed: (count, message) => `${memories(count)} nicht geändert: ${message}`,
    deleted: (count, seconds) =>
      count === 1
        ? `1 Erinnerung wird in ${seconds} Sekunden gelöscht, auch wenn Sie diese Seite schließen.`
        : `${memories(count)} werden in ${seconds} Sekunden gelöscht, auch wenn Sie diese Seite schließen.`,
    undo: 'Rückgängig',
    undone: (count) => `Für ${memories(count)} rückgängig gemacht.`,
    tagRequired: 'Geben Sie mindestens ein Schlagwort ein.',
  },
  conversations: {
    title: 'Gespräche',
    none: 'Noch gehört keine Erinnerung zu einem Gespräch. Assistenten, die Gespräche speichern, benennen sie.',
    noMore: 'Keine weiteren Gespräche.',
    continues: 'Auf dieser Seite sind nur Erinnerungen aus Gesprächen, die vorher aufgeführt sind.',
    count: (count, isExact) => (isExact ? memories(count) : `Mehr als ${memories(count)}`),
    all: 'Alle Gespräche',
    one: 'Gespräch',
    asTable: 'Als Tabelle anzeigen',
    noMemory: 'Zu diesem Gespräch gehört keine Erinnerung.',
    later: 'Spätere Erinnerungen',
  },
  days: {
    title: 'Erinnerungen nach Tagen',
    lead: (from, to) => `Erinnerungen nach dem UTC-Tag ihres Ereignisses, vom ${from} bis ${to}.`,
    day: (date, count, isExact) => `${date}: ${isExact ? memories(count) : `mehr als ${memories(count)}`}`,
    none: 'Keine Erinnerungen in diesem Zeitraum.',
    earlier: 'Frühere Tage',
    latest: 'Neueste Tage',
  },
  tags: {
    title: 'Schlagwörter',
    none: 'Keine Erinnerung hat ein Schlagwort.',
    count: memories,
    total: (count) => `${number.format(count)} Schlagwörter.`,
    rename: {
      link: 'Umbenennen',
      title: (tag) => `Schlagwort „${tag}“ umbenennen`,
      text: (count) =>
        `${memories(count)} mit diesem Schlagwort ${count === 1 ? 'wird' : 'werden'} geändert. Um dies rückgängig zu machen, benennen Sie das Schlagwort wieder um.`,
      name: 'Neuer Name',
      button: 'Umbenennen',
      progress: (changed, total) =>
        `${number.format(changed)} von ${memories(total)} umbenannt. Sie können diese Seite schließen und später fortfahren.`,
      continue: 'Fortfahren',
      done: (tag, name, count) => `Das Schlagwort „${tag}“ heißt jetzt „${name}“ (${memories(count)}).`,
    },
    merge: {
      title: (tag, name) => `„${tag}“ mit „${name}“ zusammenführen?`,
      text: (tag, count, name, existing) =>
        `${memories(count)} mit dem Schlagwort „${tag}“ ${count === 1 ? 'erhält' : 'erhalten'} stattdessen das Schlagwort „${name}“, das ${memories(existing)} bereits ${existing === 1 ? 'hat' : 'haben'}. Danach lassen sich die beiden Schlagwörter nicht mehr trennen. Der Verlauf jeder Erinnerung zeigt ihre früheren Schlagwörter.`,
      button: 'Schlagwörter zusammenführen',
    },
  },
  types: {
    title: 'Erinnerungen nach Arten',
    none: 'Es gibt noch keine Erinnerungen.',
    note: 'Neue Erinnerungen werden nach einigen Sekunden gezählt.',
    count: memories,
  },
};
