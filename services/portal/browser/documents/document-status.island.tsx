import { useState } from 'preact/hooks';
import { loci } from '../loci.ts';
import { mountIsland } from '../mount-island.ts';
import { texts } from '../texts.ts';
import { usePolling } from '../use-polling.ts';
import { DocumentStatus, progressKey } from './document-status.tsx';
import type { StatusFields } from './document-status.tsx';

/** The status of one document, which is updated until the document is processed. */
function LiveStatus({ document: initial }: { document: StatusFields }) {
  const [document, setDocument] = useState(initial);
  usePolling(progressKey([document]), async (signal) =>
    setDocument(await loci.documents.get(document.id, {}, { signal })),
  );
  return (
    <span role="status">
      <DocumentStatus document={document} />
      {document.processing_status === 'active' && <span class="hint"> {texts.documents.statusHint}</span>}
      {document.processing_status === 'failed' && <span class="hint"> {texts.documents.failedHint}</span>}
    </span>
  );
}

mountIsland('document-status', LiveStatus);
