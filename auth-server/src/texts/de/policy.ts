import { html } from '@loci/pages';
import type { Texts } from '../texts.ts';

export const policy: Texts['policy'] = {
  title: 'Datenschutz',
  body: html`<p class="lead">
      Diese Seite beschreibt, welche Daten über Sie dieser Server speichert. Der Betreiber des Servers ist
      dafür verantwortlich und kann Ihnen mehr dazu sagen.
    </p>
    <h2>Gespeicherte Daten</h2>
    <ul>
      <li>
        <strong>Ihr Konto:</strong> Ihre E-Mail-Adresse, ein Hash Ihres Passworts und die Arbeitsbereiche, in
        denen Sie Mitglied sind.
      </li>
      <li>
        <strong>Was Sie und Ihre Assistenten speichern:</strong> Erinnerungen, Beziehungen, Dokumente und
        Dateien. Sie gehören zum Arbeitsbereich. Alle seine Mitglieder haben Zugriff darauf, und niemand
        sonst.
      </li>
      <li>
        <strong>Verbindungen:</strong> welche Anwendungen Sie verbunden haben, wann und mit welchen
        Berechtigungen.
      </li>
      <li>
        <strong>Sitzungen im Portal:</strong> wann sie begonnen haben, und die Namen des Browsers und des
        Betriebssystems, zum Beispiel „Firefox“ und „Linux“, bis die Sitzung endet.
      </li>
      <li><strong>Protokolle:</strong> Zeit, Pfad und Ergebnis von Anfragen, ohne deren Inhalt.</li>
    </ul>
    <h2>Verwendung der Daten</h2>
    <p>
      Ihre Daten werden nicht verkauft, nicht in anderen Arbeitsbereichen gezeigt und nicht zum Trainieren von
      Modellen verwendet. Diese Seiten enthalten keine Nachverfolgung, keine Werbung und keine Inhalte
      Dritter. Der Server berechnet Suchvektoren selbst, sofern sein Betreiber dafür keinen externen Dienst
      eingerichtet hat.
    </p>
    <h2>Cookies</h2>
    <p>
      Ein Cookie hält Sie zwei Wochen lang angemeldet. Eines schützt Formulare vor gefälschten Anfragen, bis
      Sie den Browser schließen. Eines erkennt diesen Browser 180 Tage lang wieder, damit fehlgeschlagene
      Anmeldungen anderer Personen Sie nicht aussperren. Eines speichert die gewählte Sprache ein Jahr lang.
      Kurzlebige Cookies werden während der Anmeldung benutzt. Weitere Cookies gibt es nicht.
    </p>
    <h2>Aufbewahrung</h2>
    <p>
      Daten werden gespeichert, bis Sie sie löschen. Eine gelöschte Erinnerung verschwindet sofort aus allen
      Suchergebnissen. Eine Verbindung endet, wenn Sie sie trennen, oder ein Jahr, nachdem Sie sie erlaubt
      haben.
    </p>
    <h2>Ihre Möglichkeiten</h2>
    <p>
      Sie können lesen, ändern und löschen, was Sie gespeichert haben, Anwendungen auf
      <a href="/">Ihrer Kontoseite</a> trennen und den Betreiber bitten, Ihr Konto zu löschen.
    </p>`,
};
