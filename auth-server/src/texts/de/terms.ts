import { html } from '@loci/pages';
import type { Texts } from '../texts.ts';

export const terms: Texts['terms'] = {
  // The soft hyphen keeps the heading within narrow screens.
  title: 'Nutzungs\u00adbedingungen',
  body: html`<p class="lead">
      Loci ist Open-Source-Software unter der Apache-Lizenz 2.0. Der Betreiber dieses Servers entscheidet, wer
      ihn benutzen darf. Dies sind die Standardbedingungen der Software.
    </p>
    <h2>Erlaubte Nutzung</h2>
    <p>
      Sie dürfen Inhalte speichern und durchsuchen, zu deren Speicherung Sie berechtigt sind, selbst oder mit
      den Assistenten und Programmen, die Sie verbinden. Für deren Handlungen sind Sie verantwortlich. Sie
      können sie jederzeit trennen.
    </p>
    <h2>Verbotene Nutzung</h2>
    <p>
      Sie dürfen nicht versuchen, auf Daten anderer Personen zuzugreifen, Ihr Passwort oder die API-Schlüssel
      eines Arbeitsbereichs an Außenstehende weitergeben, Grenzen umgehen oder rechtswidrige Inhalte
      speichern.
    </p>
    <h2>Grenzen</h2>
    <p>
      Die Zahl der Anfragen pro Arbeitsbereich und Minute ist begrenzt, ebenso die Größe dessen, was Sie
      speichern. Die Antwort auf eine abgelehnte Anfrage nennt die Zeit, nach der Sie es erneut versuchen
      können.
    </p>
    <h2>Gewährleistung</h2>
    <p>
      Die Software wird ohne jede Gewährleistung bereitgestellt, wie in den Abschnitten 7 und 8 der Lizenz
      beschrieben. Bewahren Sie eine Sicherung wichtiger Daten auf.
    </p>
    <h2>Beendigung</h2>
    <p>
      Sie können die Nutzung des Servers jederzeit beenden. Der Betreiber kann ein Konto schließen, das gegen
      diese Bedingungen verstößt.
    </p>`,
};
