import type { Texts } from '../texts.ts';

export const operator: Texts['operator'] = {
  title: 'Betreiberansicht',
  signIn: {
    title: 'Anmeldung für Betreiber',
    lead: 'Diese Seite zeigt den Zustand des ganzen Servers. Sie benötigt das Admin-Token des Servers.',
    token: 'Admin-Token',
    hint: 'Der Wert von ADMIN_TOKEN, oder der Inhalt der Datei secrets/admin-token im Datenordner. Es wird 15 Minuten lang verschlüsselt aufbewahrt, und nie im Browser.',
    button: 'Betreiberansicht öffnen',
    wrong: 'Das Admin-Token ist falsch.',
    throttled: (seconds) => `Zu viele falsche Admin-Token. Versuchen Sie es in ${seconds} Sekunden erneut.`,
    expired: 'Geben Sie das Admin-Token erneut ein. Eine Betreibersitzung endet nach 15 Minuten.',
    unreachable: 'Kein konfigurierter Admin-Port antwortet. Prüfen Sie ADMIN_URLS.',
    noAdminApi:
      'Kein konfigurierter Admin-Port bietet die Admin-API. Fügen Sie ADMIN_URLS den Admin-Port des Autorisierungsservers hinzu.',
  },
  disabled: {
    title: 'Die Betreiberansicht ist nicht verfügbar',
    text: 'Das Portal dieses Servers kennt die Admin-Ports nicht. Setzen Sie ADMIN_URLS des Portals, um diese Seite zu benutzen, oder benutzen Sie die Admin-Ports direkt.',
  },
  signOut: 'Betreiberansicht schließen',
  signedOut: 'Die Betreiberansicht ist geschlossen.',
  endsAt: 'Diese Sitzung endet um',
  health: {
    title: 'Zustand',
    part: 'Teil',
    state: 'Zustand',
    ready: 'Bereit',
    notReady: (missing) => `Nicht bereit: ${missing}`,
    unreachable: 'Keine Antwort',
    eventLoop: 'Verzögerung der Ereignisschleife (99. Perzentil)',
  },
  lag: {
    title: 'Ereignisverarbeitung',
    text: 'Ereignisse, die eine Verbrauchergruppe noch nicht verarbeitet hat, und solche, die sie seit dem Start in die Dead-Letter-Queue verschoben hat.',
    group: 'Verbrauchergruppe',
    waiting: 'Wartend',
    deadLetters: 'Dead Letters',
    none: 'Kein Prozess meldet Verbrauchergruppen.',
    replay: 'Dead Letters erneut verarbeiten',
    replayTitle: 'Dead Letters erneut verarbeiten?',
    replayText:
      'Loci verarbeitet jedes Ereignis in den Dead-Letter-Queues noch einmal. Beheben Sie zuerst die Ursache: Ereignisse, die wieder fehlschlagen, bleiben dort.',
    replayed: (count) =>
      count === 1 ? '1 Ereignis wurde verarbeitet.' : `${count} Ereignisse wurden verarbeitet.`,
  },
  indexes: {
    title: 'Suchindizes',
    text: 'Einträge, die beim letzten Abgleich von der Datenbank abwichen. Der Abgleich hat sie repariert.',
    index: 'Index',
    drift: 'Abweichungen',
    none: 'Noch kein Prozess hat einen Abgleich gemeldet.',
    rebuild: 'Indizes neu aufbauen',
    rebuildTitle: 'Suchindizes neu aufbauen?',
    rebuildText:
      'Loci füllt neue Indizes, während die alten Suchen bedienen. Mit vielen Erinnerungen kann das lange dauern. Nach einem Absturz ist es nicht nötig.',
    rebuilt: (count) => `Die Indizes sind neu aufgebaut und enthalten ${count} Einträge.`,
    running: (items) => `Der Neuaufbau läuft. Die neuen Indizes enthalten bisher ${items} Einträge.`,
    completed: (items) => `Der letzte Neuaufbau ist abgeschlossen, mit ${items} Einträgen.`,
    failed: (items) =>
      `Der letzte Neuaufbau ist nach ${items} Einträgen fehlgeschlagen. Suchen benutzen die alten Indizes. Das Protokoll des Servers nennt die Ursache.`,
  },
  tenants: {
    title: 'Arbeitsbereiche',
    name: 'Name',
    tier: 'Stufe',
    status: 'Status',
    created: 'Erstellt',
    states: { active: 'Aktiv', deleting: 'Wird gelöscht', deleted: 'Gelöscht' },
    total: (count) => `${count} Arbeitsbereiche.`,
  },
  commandFailed: (reason) => `Der Befehl ist fehlgeschlagen: ${reason}`,
  commandRunning: 'Der Befehl läuft noch. Sein Ergebnis erscheint im Protokoll des Servers.',
  commandMissing: 'Kein konfigurierter Admin-Port bietet diesen Befehl.',
};
