import { html } from '@loci/pages';
import type { Texts } from '../texts.ts';

export const device: Texts['device'] = {
  title: 'Gerät verbinden',
  denied: 'Zugriff abgelehnt',
  same: 'Fahren Sie fort, wenn Ihr Gerät denselben Code anzeigt.',
  enter: 'Geben Sie den Code ein, den Ihr Gerät oder Terminal anzeigt.',
  code: 'Code',
  button: 'Weiter',
  warning:
    'Geben Sie nur einen Code ein, den Sie gerade selbst angefordert haben. Geben Sie nie einen Code ein, den Ihnen jemand ' +
    'gesendet hat.',
  problems: {
    NotFoundError: 'Unbekannter Code. Prüfen Sie den Code, und geben Sie ihn erneut ein.',
    NoCodeError: 'Geben Sie den Code ein, den Ihr Gerät anzeigt.',
    ExpiredError: 'Dieser Code ist abgelaufen. Fordern Sie auf Ihrem Gerät einen neuen Code an.',
    AlreadyUsedError: 'Dieser Code wurde schon benutzt. Fordern Sie auf Ihrem Gerät einen neuen Code an.',
    AbortedError:
      'Sie haben den Zugriff abgelehnt. Das Gerät wurde nicht verbunden. Sie können diese Seite schließen.',
  },
  problem: 'Der Code konnte nicht geprüft werden. Geben Sie ihn erneut ein.',
  confirm: {
    title: 'Ist das Ihr Gerät?',
    lead: (client) =>
      html`${client} bittet um Zugriff. Fahren Sie nur fort, wenn Ihr Gerät jetzt genau diesen Code anzeigt:`,
    yes: 'Ja, weiter',
    no: 'Nein, ablehnen',
    warning:
      'Wenn Ihnen jemand diesen Code gesendet hat, lehnen Sie die Anfrage ab. Sonst könnte diese Person auf Ihre ' +
      'Erinnerungen zugreifen.',
    unnamed: 'Eine Anwendung ohne Namen',
  },
  done: {
    title: 'Verbunden',
    text: (client) => html`${client} ist mit Loci verbunden.`,
    close:
      'Sie können diese Seite schließen und zu Ihrem Gerät zurückkehren. Es fährt innerhalb weniger Sekunden fort.',
    manage: 'Verbindungen verwalten',
    unnamed: 'Ihr Gerät',
  },
  throttled: {
    title: 'Zu viele Versuche',
    text: 'Aus Ihrem Netzwerk wurden zu viele falsche Codes eingegeben. Warten Sie eine Minute, und versuchen Sie es erneut.',
    button: 'Code eingeben',
  },
};
