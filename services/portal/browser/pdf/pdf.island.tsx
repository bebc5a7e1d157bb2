import { useState } from 'preact/hooks';
import { mountIsland } from '../mount-island.ts';
import { texts } from '../texts.ts';
import type { PdfSource } from './open-pdf.ts';
import { PdfReader } from './pdf-reader.tsx';

/** The reader of a PDF, or a button that opens it. pdf.js is loaded with the reader. */
function PdfPreview({ isOpen: isInitiallyOpen, ...reader }: PdfSource & { name: string; isOpen: boolean }) {
  const [isOpen, setIsOpen] = useState(isInitiallyOpen);
  if (isOpen) return <PdfReader {...reader} />;
  return (
    <p>
      <button type="button" class="second" onClick={() => setIsOpen(true)}>
        {texts.pdf.open}
      </button>
    </p>
  );
}

mountIsland('pdf', PdfPreview);
