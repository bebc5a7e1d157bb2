import type { Document } from '@loci/client';
import { formatSize } from '../../src/texts/format-size.ts';
import { formatTime } from '../page/local-times.ts';
import { language, texts } from '../texts.ts';
import { DocumentStatus } from './document-status.tsx';

/** Table of documents, newest first. */
export function DocumentTable({ documents, total }: { documents: readonly Document[]; total: number }) {
  const labels = texts.documents;
  if (documents.length === 0) {
    return (
      <div class="panel first">
        <h2>{labels.emptyTitle}</h2>
        <p>{labels.empty}</p>
      </div>
    );
  }
  return (
    <>
      <p class="quiet">{labels.total(total)}</p>
      <table class="stack">
        <thead>
          <tr>
            {[labels.name, labels.status, labels.size, labels.passages, labels.added].map((label) => (
              <th scope="col" key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <tr key={document.id}>
              <td class="break">
                <a href={`/documents/${document.id}`}>{document.filename}</a>
                {document.title !== null && <small class="quiet">{document.title}</small>}
              </td>
              <td data-label={labels.status}>
                <DocumentStatus document={document} />
              </td>
              <td data-label={labels.size}>{formatSize(document.size, language)}</td>
              <td data-label={labels.passages}>{document.chunk_count.toLocaleString(language)}</td>
              <td data-label={labels.added}>
                <time dateTime={document.created_at} title={formatTime(document.created_at, 'second')}>
                  {formatTime(document.created_at)}
                </time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
