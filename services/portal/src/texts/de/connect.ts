import type { Texts } from '../texts.ts';

export const connect: Texts['connect'] = {
  title: 'Assistenten verbinden',
  lead: 'Ihr Assistent merkt sich, was Sie ihm sagen, und findet es in jedem Gespräch wieder.',
  address: 'Adresse dieses Servers für Assistenten',
  command: {
    title: 'Ein Befehl für alle Assistenten auf diesem Computer',
    text: 'Der Befehl findet die installierten Assistenten und richtet sie ein. Er benötigt Node.js 20 oder neuer.',
  },
  clients: 'Oder einen einzelnen Assistenten verbinden',
  install: (name) => `Zu ${name} hinzufügen`,
  deepLinkHint: 'Öffnet die Anwendung, die Sie um Bestätigung bittet.',
  file: (path) => `Fügen Sie diesen Eintrag in ${path} ein:`,
  run: 'Führen Sie diese Befehle in einem Terminal aus:',
  signIn: 'Der Assistent öffnet dann diesen Server in Ihrem Browser, wo Sie den Zugriff erlauben.',
  claudeDesktop: 'Claude Desktop startet nur lokale Programme. Dieser Befehl richtet es ein:',
  windsurf: 'Aktualisieren Sie dann die MCP-Server im Cascade-Bereich.',
  vsCode: 'Wählen Sie dann „Start“ über dem Eintrag.',
  cursor: 'Wählen Sie dann „Connect“ unter Settings → MCP.',
  chatGpt: {
    title: 'ChatGPT und Claude im Web',
    public:
      'Erstellen Sie in den Einstellungen einen eigenen Konnektor, geben Sie diese Adresse ein, und wählen Sie OAuth. Lassen Sie die anderen Felder leer.',
    local:
      'Diese Assistenten verbinden sich aus dem Internet und erreichen deshalb keine Adresse Ihres eigenen Computers. Betreiben Sie Loci auf einem Server mit öffentlicher Adresse.',
  },
  other: {
    title: 'Jeder andere MCP-Client',
    http: 'Geben Sie die Adresse oben ein. Für einen Client, der nur lokale Programme startet, konfigurieren Sie diesen Befehl:',
    key: 'Ein Programm ohne Browser kann einen API-Schlüssel als Bearer-Token benutzen.',
    createKey: 'API-Schlüssel erstellen',
  },
  check: {
    title: 'Verbindung prüfen',
    noScript: 'Laden Sie diese Seite neu, nachdem Sie einen Assistenten verbunden haben.',
    waiting:
      'Warte auf eine neue Verbindung. Verbinden Sie einen Assistenten, und bitten Sie ihn dann, sich etwas zu merken.',
    stopped: 'Noch keine neue Verbindung.',
    again: 'Erneut prüfen',
    signedIn: (name) => `${name} ist angemeldet.`,
    waitingForCall:
      'Es wurde noch kein Werkzeug aufgerufen. Probieren Sie es aus: „Merke dir, dass ich kurze Antworten möchte.“',
    firstToolCall: 'Erster Werkzeugaufruf:',
    keyUsed: (name) => `Der API-Schlüssel ${name} wurde benutzt.`,
    ask: 'Probieren Sie es aus: „Merke dir, dass ich kurze Antworten möchte.“',
    failed: 'Die Prüfung ist fehlgeschlagen.',
    all: 'Alle Verbindungen',
    count: (count) =>
      count === 0
        ? 'Noch ist kein Assistent verbunden.'
        : count === 1
          ? 'Ein Assistent ist verbunden.'
          : `${count} Assistenten sind verbunden.`,
  },
};
