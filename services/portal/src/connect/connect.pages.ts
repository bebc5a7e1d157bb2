import { MCP_CLIENTS } from '@loci/contracts/mcp-clients';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { island } from '../pages/portal-page.ts';
import type { Texts } from '../texts/texts.ts';
import { cursorLink, jsonEntry, tomlEntry, vsCodeLink } from './install-links.ts';

export interface ConnectPage {
  texts: Texts;
  /** Public URL of the gateway. */
  baseUrl: string;
  /** Number of connected applications of the user. */
  connected: number;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export const connectPage = ({ texts, baseUrl, connected }: ConnectPage): Html => {
  const { connect } = texts;
  const url = `${baseUrl}/mcp`;
  const isLocal = LOOPBACK.has(new URL(baseUrl).hostname);
  return html`<h1>${connect.title}</h1>
    <p class="lead">${connect.lead}</p>
    <div class="panel">
      <h2>${connect.command.title}</h2>
      <p>${connect.command.text}</p>
      <pre data-copy>npx loci connect --url ${baseUrl}</pre>
      <p>${connect.address}</p>
      <pre data-copy>${url}</pre>
    </div>
    <div class="panel">
      <h2>${connect.check.title}</h2>
      ${island('connection-check', {}, checkFallback(texts, connected))}
      <p class="below"><a href="/connections">${connect.check.all}</a></p>
    </div>
    <h2>${connect.clients}</h2>
    <p>${connect.signIn}</p>
    <div class="clients">
      ${client(
        MCP_CLIENTS['claude-code'].title,
        html`<p>${connect.run}</p>
          <pre data-copy>
claude mcp add --transport http loci ${url}
claude mcp login loci</pre>`,
      )}
      ${client(
        MCP_CLIENTS['claude-desktop'].title,
        html`<p>${connect.claudeDesktop}</p>
          <pre data-copy>npx loci connect claude-desktop --url ${baseUrl}</pre>`,
      )}
      ${client(
        MCP_CLIENTS.codex.title,
        html`<p>${connect.file(MCP_CLIENTS.codex.file)}</p>
          <pre data-copy>${tomlEntry(url)}</pre>
          <p>${connect.run}</p>
          <pre data-copy>codex mcp login loci</pre>`,
      )}
      ${client(
        MCP_CLIENTS.cursor.title,
        html`${installButton(texts, MCP_CLIENTS.cursor.title, cursorLink(url))}
          <p>${connect.file(MCP_CLIENTS.cursor.file)}</p>
          <pre data-copy>${jsonEntry('cursor', url)}</pre>
          <p>${connect.cursor}</p>`,
      )}
      ${client(
        MCP_CLIENTS['vs-code'].title,
        html`${installButton(texts, MCP_CLIENTS['vs-code'].title, vsCodeLink(url))}
          <p>${connect.file(MCP_CLIENTS['vs-code'].file)}</p>
          <pre data-copy>${jsonEntry('vs-code', url)}</pre>
          <p>${connect.vsCode}</p>`,
      )}
      ${client(
        MCP_CLIENTS.windsurf.title,
        html`<p>${connect.file(MCP_CLIENTS.windsurf.file)}</p>
          <pre data-copy>${jsonEntry('windsurf', url)}</pre>
          <p>${connect.windsurf}</p>`,
      )}
      ${client(
        MCP_CLIENTS['gemini-cli'].title,
        html`<p>${connect.file(MCP_CLIENTS['gemini-cli'].file)}</p>
          <pre data-copy>${jsonEntry('gemini-cli', url)}</pre>`,
      )}
      ${client(
        connect.chatGpt.title,
        isLocal
          ? html`<p>${connect.chatGpt.local}</p>`
          : html`<p>${connect.chatGpt.public}</p>
              <pre data-copy>${url}</pre>`,
      )}
      ${client(
        connect.other.title,
        html`<p>${connect.other.http}</p>
          <pre data-copy>npx -y mcp-remote ${url}</pre>
          <p>${connect.other.key} <a href="/keys">${connect.other.createKey}</a></p>`,
      )}
    </div>`;
};

const checkFallback = ({ connect }: Texts, connected: number): Html =>
  html`<p>${connect.check.count(connected)}</p>
    <p>${connect.check.noScript}</p>`;

const client = (name: string, body: Html): Html =>
  html`<details class="panel client">
    <summary>${name}</summary>
    ${body}
  </details>`;

const installButton = ({ connect }: Texts, name: string, link: string): Html =>
  html`<p>
    <a class="button" href="${link}">${connect.install(name)}</a>
    <span class="hint">${connect.deepLinkHint}</span>
  </p>`;
