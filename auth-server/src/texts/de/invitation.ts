import { html } from '@loci/pages';
import type { Texts } from '../texts.ts';

export const invitation: Texts['invitation'] = {
  title: 'Willkommen',
  heading: 'Willkommen bei Loci',
  lead: (workspace) => html`Wählen Sie, wie Sie sich im Arbeitsbereich ${workspace} anmelden.`,
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  minimum: (min) => `Mindestens ${min} Zeichen.`,
  accountHint: 'Wenn Sie auf diesem Server schon ein Konto haben, geben Sie dessen Passwort ein.',
  resetHint:
    'Wenn Sie auf diesem Server schon ein Konto haben, ersetzt dieses Passwort das alte. Sie werden überall abgemeldet, und ' +
    'alle Anwendungen werden getrennt.',
  repeat: 'Passwort wiederholen',
  join: 'Beitreten',
  invalidEmail: 'Geben Sie eine gültige E-Mail-Adresse ein.',
  wrongPassword:
    'Mit dieser E-Mail-Adresse und diesem Passwort können Sie nicht beitreten. Wenn Sie auf diesem Server schon ein Konto ' +
    'haben, geben Sie dessen Passwort ein.',
  throttled: 'Zu viele Versuche. Versuchen Sie es später erneut.',
  invalid: {
    title: 'Dieser Link ist nicht mehr gültig',
    text:
      'Er wurde schon benutzt, er ist abgelaufen, oder zu viele Versuche sind gescheitert. Wenn Sie ein Konto haben, melden ' +
      'Sie sich an. Bitten Sie andernfalls um einen neuen Link.',
  },
};
