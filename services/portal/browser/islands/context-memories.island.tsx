import { useState } from 'preact/hooks';
import { MemoryPicker } from '../memory/memory-picker.tsx';
import type { PickedMemory } from '../memory/memory-picker.tsx';
import { mountIsland } from '../mount-island.ts';
import { texts } from '../texts.ts';

const { contexts } = texts;
const LABEL_LENGTH = 120;

/** A search for memories that the surrounding form adds to a context. The form sends their IDs in the field `add`. */
function ContextMemories({ exclude, added }: { exclude?: string; added: readonly PickedMemory[] }) {
  const [memories, setMemories] = useState<readonly PickedMemory[]>(added);
  const [problem, setProblem] = useState<string | null>(null);
  // Another key empties the field for the next memory.
  const [round, setRound] = useState(0);
  const pick = (memory: PickedMemory | null): void => {
    setProblem(null);
    if (memory === null) return;
    setMemories([...memories.filter(({ id }) => id !== memory.id), memory]);
    setRound(round + 1);
    // The field of the next round exists after rendering.
    requestAnimationFrame(() => document.getElementById('other-memory')?.focus());
  };
  return (
    <>
      <MemoryPicker
        key={round}
        exclude={exclude}
        picked={null}
        label={contexts.add}
        hint={contexts.pickHint}
        onPick={pick}
        onProblem={setProblem}
      />
      {problem !== null && (
        <p class="note bad" role="alert">
          {problem}
        </p>
      )}
      {memories.length > 0 && (
        <ul class="plain-list picked" aria-label={contexts.picked}>
          {memories.map(({ id, content }) => (
            <li key={id}>
              <input type="hidden" name="add" value={id} />
              <span class="break">{content.slice(0, LABEL_LENGTH)}</span>{' '}
              <button
                type="button"
                class="link"
                aria-label={contexts.takeBackOf(content.slice(0, LABEL_LENGTH))}
                onClick={() => setMemories(memories.filter((each) => each.id !== id))}
              >
                {contexts.takeBack}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

mountIsland('context-memories', ContextMemories);
