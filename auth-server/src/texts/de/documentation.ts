import { html } from '@loci/pages';
import type { Texts } from '../texts.ts';

export const documentation: Texts['documentation'] = {
  title: 'Mit Loci verbinden',
  body: ({ authUrl, baseUrl }) =>
    html`<p class="lead">
        Alle Verfahren liefern die gleiche Art von Zugriffstoken, das Sie als
        <code>Authorization: Bearer</code> senden. Lesen Sie die URLs der Endpunkte aus dem
        Discovery-Dokument, statt sie fest einzubauen.
      </p>
      <h2>Assistenten</h2>
      <p>
        Geben Sie Ihrem Assistenten die Adresse <code>${baseUrl}/mcp</code>. Er registriert sich selbst und
        bittet Sie auf diesem Server um Erlaubnis. Sie können ihn auf
        <a href="/">Ihrer Kontoseite</a> trennen.
      </p>
      <h2>Server und Skripte: API-Schlüssel</h2>
      <p>
        Erstellen Sie im Portal einen API-Schlüssel, und tauschen Sie ihn gegen Token. Standardmäßig gilt das
        Zugriffstoken drei Tage und das Aktualisierungstoken 30 Tage.
      </p>
      <pre>curl -X POST ${baseUrl}/api/v2/auth/token -H "Authorization: Bearer $LOCI_API_KEY"</pre>
      <p>
        Zum Aktualisieren senden Sie <code>{"refresh_token": "…"}</code> an
        <code>POST ${baseUrl}/api/v2/auth/refresh</code>. Ein Aktualisierungstoken funktioniert einmal. Wird
        es erneut benutzt, werden alle Token des Tausches widerrufen.
      </p>
      <h2>Anwendungen mit einem Browser</h2>
      <p>
        Benutzen Sie den Authorization Code Flow mit PKCE (S256). Fordern Sie <code>offline_access</code> an,
        um ein Aktualisierungstoken zu erhalten. Setzen Sie <code>resource</code> auf <code>${baseUrl}</code>,
        oder auf <code>${baseUrl}/mcp</code> für ein Token, das nur für die Werkzeuge der Assistenten gilt.
      </p>
      <pre>
GET ${authUrl}/.well-known/oauth-authorization-server
POST ${authUrl}/oauth/register
GET ${authUrl}/oauth/authorize?response_type=code&amp;client_id=…&amp;redirect_uri=…
    &amp;scope=read+write+offline_access&amp;code_challenge=…&amp;code_challenge_method=S256&amp;state=…
POST ${authUrl}/oauth/token</pre>
      <h2>Geräte ohne Browser</h2>
      <p>
        Benutzen Sie den Device Flow (RFC 8628). Senden Sie eine Anfrage an
        <code>${authUrl}/oauth/device_authorization</code>, zeigen Sie den Code an, und fragen Sie den
        Token-Endpunkt alle fünf Sekunden ab.
      </p>
      <h2>Scopes</h2>
      <dl class="facts">
        <dt><code>read</code></dt>
        <dd>Erinnerungen, Dokumente und Dateien lesen und durchsuchen.</dd>
        <dt><code>write</code></dt>
        <dd>Sie erstellen, ändern und löschen, soweit Ihre Rolle es erlaubt.</dd>
        <dt><code>profile</code></dt>
        <dd>Ihre E-Mail-Adresse lesen.</dd>
        <dt><code>offline_access</code></dt>
        <dd>Aktualisierungstoken erhalten.</dd>
      </dl>
      <h2>DPoP</h2>
      <p>
        Um Token an einen Schlüssel zu binden, senden Sie einen DPoP-Nachweis (RFC 9449, ES256 oder RS256) mit
        der Token-Anfrage und mit jeder API-Anfrage, und benutzen Sie <code>Authorization: DPoP</code>. Das
        Schema <code>Bearer</code> wird für ein gebundenes Token abgelehnt, und jeder Nachweis funktioniert
        einmal.
      </p>
      <p>Die API ist auf <a href="${baseUrl}/docs">${baseUrl}/docs</a> beschrieben, auf Englisch.</p>`,
};
