import type { Memory } from '@loci/client';
import { formatTime } from '../page/local-times.ts';
import { language, texts } from '../texts.ts';

const { browse, vocabulary } = texts;
const percent = new Intl.NumberFormat(language, { style: 'percent' });
/** Longer contents do not fit into a row. */
const MAX_CHARACTERS = 240;
/** Memories with less time left are shown as deleted. */
const DELETED_WITHIN_MS = 120_000;

export interface MemoryRowProps {
  index: number;
  /** Undefined while it is loading. */
  memory: Memory | undefined;
  top: number;
  isSelected: boolean;
  isActive: boolean;
  canSelect: boolean;
  onPointer(index: number, event: MouseEvent): void;
}

/** A row of the table. */
export function MemoryRow({
  index,
  memory,
  top,
  isSelected,
  isActive,
  canSelect,
  onPointer,
}: MemoryRowProps) {
  const position = { transform: `translateY(${top}px)` };
  const id = `memory-row-${index}`;
  if (memory === undefined) {
    return (
      <div
        role="row"
        id={id}
        aria-rowindex={index + 2}
        aria-busy="true"
        class="memory-row loading"
        style={position}
      >
        <div role="gridcell" class="cell-content">
          {browse.loading}
        </div>
      </div>
    );
  }
  const isBeingDeleted =
    memory.expires_at !== null && Date.parse(memory.expires_at) - Date.now() < DELETED_WITHIN_MS;
  const content = memory.content.slice(0, MAX_CHARACTERS).replaceAll(/\s+/g, ' ');
  const classes = ['memory-row', isSelected && 'selected', isActive && 'active', isBeingDeleted && 'leaving'];
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      class={classes.filter(Boolean).join(' ')}
      style={position}
      onClick={(event) => onPointer(index, event)}
    >
      {canSelect && (
        <div role="gridcell" class="cell-select">
          <input
            type="checkbox"
            checked={isSelected}
            tabIndex={-1}
            aria-label={`${browse.columns.select}: ${content.slice(0, 60)}`}
          />
        </div>
      )}
      <div role="gridcell" class="cell-content">
        <a class="content" href={`/memories/${memory.id}`} tabIndex={-1}>
          {content}
        </a>
        {isBeingDeleted && <span class="quiet"> {browse.deletedSoon}</span>}
      </div>
      <div role="gridcell" class="cell-type">
        {memory.pinned && (
          <span class="pin" role="img" aria-label={browse.pinnedMark} title={browse.pinnedMark}>
            ●{' '}
          </span>
        )}
        {vocabulary.memoryTypes[memory.memory_type] ?? memory.memory_type}
      </div>
      <div role="gridcell" class="cell-tags" title={memory.tags.join(', ')}>
        {memory.tags.join(', ')}
      </div>
      <div role="gridcell" class="cell-importance">
        {percent.format(memory.importance)}
      </div>
      <div role="gridcell" class="cell-time">
        <time dateTime={memory.occurred_at}>{formatTime(memory.occurred_at, 'date')}</time>
      </div>
      <div role="gridcell" class="cell-updated">
        <time dateTime={memory.updated_at}>{formatTime(memory.updated_at, 'date')}</time>
      </div>
    </div>
  );
}
