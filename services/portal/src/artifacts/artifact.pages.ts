import type { Loci } from '@loci/client';
import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { flashNote } from '../pages/flash-note.pages.ts';
import { island } from '../pages/portal-page.ts';
import { formatDate } from '../pages/times.pages.ts';
import { pdfPreview } from '../pdf/pdf-preview.pages.ts';
import type { Flash } from '../sessions/session.ts';
import { formatSize } from '../texts/format-size.ts';
import type { Locale } from '../texts/texts.ts';

export type Artifact = Awaited<ReturnType<Loci['artifacts']['get']>>;
export type ArtifactFolder = Awaited<ReturnType<Loci['artifacts']['list']>>;

export interface ArtifactPageOptions {
  locale: Locale;
  csrf: string;
  permissions: readonly string[];
  flash: Flash | undefined;
}

/** Values of the form for a new file after it was rejected. */
export interface NewFile {
  path: string;
  content: string;
  problem: string;
}

/** Returns the URL path of the page of a folder. */
export const folderUrl = (folder: string): string =>
  folder === '/' ? '/artifacts' : `/artifacts?folder=${encodeURIComponent(folder)}`;

/** Returns the URL path of a page about a file. */
export const fileUrl = (path: string, page = 'file'): string =>
  `/artifacts/${page}?path=${encodeURIComponent(path)}`;

const join = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`);

/** Returns the folder that contains a path. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/** Links each folder of a path. The last part is not a link. */
function breadcrumbs(path: string, { texts: { artifacts: texts } }: Locale): Html {
  const names = path.split('/').filter((name) => name !== '');
  const parents = names
    .slice(0, -1)
    .map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join('/')}` }));
  return html`<nav class="crumbs" aria-label="${texts.path}">
    ${names.length === 0 ? html`<span>${texts.root}</span>` : html`<a href="/artifacts">${texts.root}</a>`}
    ${parents.map((parent) => html` / <a href="${folderUrl(parent.path)}">${parent.name}</a>`)}
    ${names.length > 0 && html` / <span aria-current="page">${names.at(-1)}</span>`}
  </nav>`;
}

/** Renders the files and folders of a folder, and the forms that add files. */
export const folderPage = (
  folder: ArtifactFolder,
  { locale, csrf, permissions, flash, newFile }: ArtifactPageOptions & { newFile?: NewFile | undefined },
): Html => {
  const texts = locale.texts.artifacts;
  const { path, folders, files } = folder;
  const isEmpty = folders.length + files.length === 0;
  const canWrite = permissions.includes('write');
  return html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    ${flash && flashNote(flash)} ${breadcrumbs(path, locale)}
    ${canWrite && island('artifacts', { folder: path }, uploadForm(path, csrf, locale))}
    <div class="artifact-list">
      ${
        isEmpty && path === '/'
          ? html`<div class="panel first">
              <h2>${texts.emptyTitle}</h2>
              <p>${texts.empty}</p>
            </div>`
          : isEmpty
            ? html`<p class="quiet">${texts.emptyFolder}</p>`
            : fileTable(folder, locale)
      }
      ${
        folder.next_cursor !== null &&
        html`<p class="pages">
          <a
            href="/artifacts?folder=${encodeURIComponent(path)}&cursor=${encodeURIComponent(folder.next_cursor)}"
            >${texts.next}</a
          >
        </p>`
      }
    </div>
    ${canWrite && newFileForm(path, csrf, locale, newFile)}`;
};

/** The CSRF token is the first field, so that it is checked before a file is forwarded. */
const uploadForm = (folder: string, csrf: string, { texts: { artifacts: texts } }: Locale): Html =>
  html`<form method="post" action="/artifacts/upload" enctype="multipart/form-data" class="drop-zone">
    <input type="hidden" name="csrf" value="${csrf}" />
    <input type="hidden" name="folder" value="${folder}" />
    <label for="files">${texts.files}</label>
    <input type="file" id="files" name="file" multiple required aria-describedby="files-hint" />
    <button type="submit">${texts.upload}</button>
    <p class="hint" id="files-hint">${texts.uploadHint}</p>
  </form>`;

const fileTable = ({ path, folders, files }: ArtifactFolder, locale: Locale): Html => {
  const texts = locale.texts.artifacts;
  return html`<table class="stack">
    <thead>
      <tr>
        <th scope="col">${texts.name}</th>
        <th scope="col">${texts.size}</th>
        <th scope="col">${texts.changed}</th>
      </tr>
    </thead>
    <tbody>
      ${folders.map(
        (name) =>
          html`<tr>
            <td class="break"><a href="${folderUrl(join(path, name))}">${name}/</a></td>
            <td>${texts.folder}</td>
            <td></td>
          </tr>`,
      )}
      ${files.map(
        (file) =>
          html`<tr>
            <td class="break"><a href="${fileUrl(join(path, file.name))}">${file.name}</a></td>
            <td data-label="${texts.size}">${formatSize(file.size, locale.language)}</td>
            <td data-label="${texts.changed}">${formatDate(file.last_modified)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
};

const newFileForm = (
  folder: string,
  csrf: string,
  { texts: { artifacts: texts } }: Locale,
  newFile: NewFile | undefined,
): Html =>
  html`<details class="below" ${newFile !== undefined && html`open`}>
    <summary>${texts.newFile}</summary>
    <form method="post" action="/artifacts">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${newFile && html`<p class="note bad" role="alert" id="new-problem">${newFile.problem}</p>`}
      <div class="field">
        <label for="path">${texts.newPath}</label>
        <input
          type="text"
          id="path"
          name="path"
          required
          maxlength="1024"
          value="${newFile?.path ?? join(folder, 'notes.md')}"
          aria-describedby="path-hint"
        />
        <p class="hint" id="path-hint">${texts.pathHint}</p>
      </div>
      <div class="field">
        <label for="content">${texts.content}</label>
        <textarea id="content" name="content" rows="8">${newFile?.content ?? ''}</textarea>
      </div>
      <p><button type="submit">${texts.save}</button></p>
    </form>
  </details>`;

/** Renders a file with a preview of its content. */
export const filePage = (artifact: Artifact, options: ArtifactPageOptions): Html => {
  const { locale, permissions, flash } = options;
  const texts = locale.texts.artifacts;
  const { path } = artifact;
  return html`${breadcrumbs(path, locale)}
    <h1 class="break">${path.slice(path.lastIndexOf('/') + 1)}</h1>
    ${flash && flashNote(flash)}
    <dl class="facts">
      <dt>${texts.size}</dt>
      <dd>${formatSize(artifact.size, locale.language)}</dd>
      <dt>${texts.type}</dt>
      <dd>${artifact.content_type}</dd>
    </dl>
    <div class="actions document-actions">
      <a class="button" href="${fileUrl(path, 'download')}">${texts.download}</a>
      ${permissions.includes('write') && html`<a class="button second" href="${fileUrl(path, 'move')}">${texts.move}</a>`}
      ${permissions.includes('delete') && html`<a class="button danger" href="${fileUrl(path, 'delete')}">${texts.remove}</a>`}
    </div>
    <h2>${texts.preview}</h2>
    ${preview(artifact, options)}`;
};

/** Types of images that browsers decode without running code. Their files are never text. */
const RASTER_IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * Shows the text of a file, or an image. Markdown is rendered. An image is shown by an `img` element, in which browsers run no
 * scripts and load nothing, from the download, which is an attachment with a sandbox policy. A PDF is drawn by pdf.js, which does
 * not run its scripts.
 */
function preview(artifact: Artifact, options: ArtifactPageOptions): Html {
  const { content, encoding, content_type: type, path } = artifact;
  const { artifacts: texts } = options.locale.texts;
  const image = html`<div class="panel">
    <img class="preview" src="${fileUrl(path, 'download')}" alt="${path}" />
  </div>`;
  if (isPdf(artifact)) return pdf(artifact, options);
  if (encoding === 'base64') {
    return RASTER_IMAGES.has(type) ? image : html`<p class="quiet">${texts.noPreview}</p>`;
  }
  if (content === '') return html`<p class="quiet">${texts.emptyFile}</p>`;
  const source = html`<pre class="source">${content}</pre>`;
  if (type === 'text/markdown') {
    return html`<div class="panel">${renderMarkdown(content)}</div>
      <details class="below">
        <summary>${texts.source}</summary>
        <div class="panel">${source}</div>
      </details>`;
  }
  if (type === 'image/svg+xml') {
    return html`${image}
      <details class="below">
        <summary>${texts.source}</summary>
        <div class="panel">${source}</div>
      </details>`;
  }
  return html`<div class="panel">${source}</div>`;
}

/** True for a file whose bytes are a PDF. The content type of text depends on its name. */
export const isPdf = ({ encoding, content_type: type }: Artifact): boolean =>
  encoding === 'base64' && type === 'application/pdf';

/** Shows the pages of a PDF. The PDF can also become a document, whose text the document service extracts. */
const pdf = ({ path }: Artifact, { locale, csrf, permissions }: ArtifactPageOptions): Html => {
  const { artifacts: texts } = locale.texts;
  const url = fileUrl(path, 'download');
  return html`${pdfPreview({ url, name: path, isOpen: true, locale })}
  ${
    permissions.includes('write') &&
    html`<form method="post" action="${fileUrl(path, 'document')}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <p>${texts.pdf}</p>
      <p><button type="submit" class="second">${texts.toDocument}</button></p>
    </form>`
  }`;
};

/** Asks for the new path of a file. */
export const movePage = (
  from: string,
  { locale, csrf, to, problem }: { locale: Locale; csrf: string; to: string; problem?: string },
): Html => {
  const texts = locale.texts.artifacts;
  return html`<div class="panel">
    <h1 class="break">${texts.moveTitle(from)}</h1>
    <form method="post" action="${fileUrl(from, 'move')}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <div class="field">
        <label for="to">${texts.newPath}</label>
        <input
          type="text"
          id="to"
          name="to"
          required
          maxlength="1024"
          value="${to}"
          aria-describedby="to-hint"
          aria-invalid="${problem === undefined ? 'false' : 'true'}"
        />
        <p class="hint" id="to-hint">${texts.pathHint}</p>
        ${problem && html`<p class="note bad" role="alert">${problem}</p>`}
      </div>
      <div class="actions">
        <button type="submit">${texts.moveButton}</button>
        <a class="button second" href="${fileUrl(from)}">${texts.cancel}</a>
      </div>
    </form>
  </div>`;
};
