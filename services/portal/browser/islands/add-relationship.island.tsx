import { RELATIONSHIP_TYPES } from '@loci/client';
import type { Relationship } from '@loci/client';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { errorMessage, loci } from '../loci.ts';
import { MemoryPicker } from '../memory/memory-picker.tsx';
import type { PickedMemory } from '../memory/memory-picker.tsx';
import { mountIsland } from '../mount-island.ts';
import { texts } from '../texts.ts';

const { memory: memoryTexts, vocabulary } = texts;
const { relationships } = memoryTexts;
const DEFAULT_TYPE = 'references';

/** A button that opens a form, which connects the memory of the page with another one. */
function AddRelationship({ memoryId }: { memoryId: string }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <RelationshipForm memoryId={memoryId} onClose={() => setOpen(false)} />;
  return (
    <button type="button" class="second small" onClick={() => setOpen(true)}>
      {relationships.add}
    </button>
  );
}

function RelationshipForm({ memoryId, onClose }: { memoryId: string; onClose(): void }) {
  const [other, setOther] = useState<PickedMemory | null>(null);
  const [type, setType] = useState<Relationship['relationship_type']>(DEFAULT_TYPE);
  const [direction, setDirection] = useState<'out' | 'in'>('out');
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);

  const pick = (memory: PickedMemory | null): void => {
    setOther(memory);
    setProblem(null);
  };
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (other === null) {
      setProblem(relationships.choose);
      form.current?.querySelector('input')?.focus();
      return;
    }
    const [from, to] = direction === 'out' ? [memoryId, other.id] : [other.id, memoryId];
    try {
      await loci.relationships.create({ from_id: from, to_id: to, relationship_type: type });
      location.hash = 'relationships';
      location.reload();
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  return (
    <form
      ref={form}
      class="panel relationship-form"
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <h3>{relationships.add}</h3>
      <MemoryPicker exclude={memoryId} picked={other} onPick={pick} onProblem={setProblem} />
      <div class="inline-form">
        <div class="field">
          <label for="new-type">{relationships.newType}</label>
          <select
            id="new-type"
            value={type}
            aria-describedby="type-explanation"
            onChange={(event) => setType(event.currentTarget.value as typeof type)}
          >
            {RELATIONSHIP_TYPES.map((each) => (
              <option key={each} value={each}>
                {vocabulary.relationshipTypes[each]?.label ?? each}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="new-direction">{relationships.direction}</label>
          <select
            id="new-direction"
            value={direction}
            onChange={(event) => setDirection(event.currentTarget.value as typeof direction)}
          >
            <option value="out">{relationships.outgoing}</option>
            <option value="in">{relationships.incoming}</option>
          </select>
        </div>
      </div>
      <p class="hint" id="type-explanation">
        {relationships.explanation(vocabulary.relationshipTypes[type]?.explanation ?? '')}
      </p>
      {problem !== null && (
        <p class="note bad" role="alert">
          {problem}
        </p>
      )}
      <div class="actions">
        <button type="submit">{relationships.save}</button>
        <button type="button" class="second" onClick={onClose}>
          {relationships.cancel}
        </button>
      </div>
    </form>
  );
}

mountIsland('add-relationship', AddRelationship);
