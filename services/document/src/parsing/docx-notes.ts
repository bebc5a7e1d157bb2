/** Element of a Word document in the model of mammoth. */
export interface WordElement {
  type: string;
  children?: WordElement[];
}

interface NoteReference extends WordElement {
  noteType: string;
  noteId: string;
}

/** Root element of a Word document. */
export interface WordDocument extends WordElement {
  /** Footnotes and endnotes. */
  notes: { resolve(reference: NoteReference): { body: WordElement[] } | null };
}

/**
 * Moves each footnote and endnote behind the paragraph that refers to it, so that the note is in the section
 * of the paragraph. mammoth would append all notes to the end of the document. Removes the numbers of the
 * notes.
 */
export function placeNotes(document: WordDocument): WordDocument {
  // Each note is placed once, because a malicious file could refer to one note a million times.
  const placed = new Set<string>();

  function bodyOf(reference: NoteReference): WordElement[] {
    const key = `${reference.noteType} ${reference.noteId}`;
    if (placed.has(key)) return [];
    placed.add(key);
    return document.notes.resolve(reference)?.body ?? [];
  }

  function place(element: WordElement): WordElement[] {
    if (element.children === undefined) return [element];
    if (element.type !== 'paragraph') return [{ ...element, children: element.children.flatMap(place) }];
    const references: NoteReference[] = [];
    const paragraph = withoutReferences(element, references);
    return [paragraph, ...references.flatMap(bodyOf)];
  }

  return { ...document, children: (document.children ?? []).flatMap(place) };
}

/** Copies an element without its references to notes, which it appends to `references`. */
function withoutReferences(element: WordElement, references: NoteReference[]): WordElement {
  if (element.children === undefined) return element;
  const children: WordElement[] = [];
  for (const child of element.children) {
    if (child.type === 'noteReference') references.push(child as NoteReference);
    else children.push(withoutReferences(child, references));
  }
  return { ...element, children };
}
