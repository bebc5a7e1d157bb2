import { MEMORY_TYPES, PROTECTED_MEMORY_TYPES } from '@loci/client';
import type { Memory } from '@loci/client';
import { useState } from 'preact/hooks';
import { texts } from '../texts.ts';
import { MAX_SELECTED } from './bulk-change.ts';
import type { Change } from './bulk-change.ts';

const { bulk } = texts.browse;
type Form = 'tag' | 'untag' | 'retype' | 'expire';

/** Types that a bulk update can assign. A checkpoint needs a unique name. */
const ASSIGNABLE_TYPES = MEMORY_TYPES.filter(
  (type) => type !== 'checkpoint' && !(PROTECTED_MEMORY_TYPES as readonly string[]).includes(type),
);

export interface BulkBarProps {
  selected: number;
  /** Number of memories that match the filter. */
  total: number;
  isBusy: boolean;
  onSelectAll(): void;
  onClear(): void;
  onChange(change: Change): void;
  onDelete(): void;
}

/** The commands for all selected memories. */
export function BulkBar({ selected, total, isBusy, onSelectAll, onClear, onChange, onDelete }: BulkBarProps) {
  const [form, setForm] = useState<Form | null>(null);
  const apply = (change: Change): void => {
    setForm(null);
    onChange(change);
  };
  const opener = (name: Form) => (
    <button
      type="button"
      class="second small"
      disabled={isBusy || selected === 0}
      aria-expanded={form === name}
      onClick={() => setForm(form === name ? null : name)}
    >
      {bulk[name]}
    </button>
  );
  const command = (label: string, run: () => void, kind = 'second') => (
    <button type="button" class={`${kind} small`} disabled={isBusy || selected === 0} onClick={run}>
      {label}
    </button>
  );
  return (
    <section class="bulk-bar" aria-label={bulk.label}>
      <p class="bulk-count">
        <strong aria-live="polite">{selected === 0 ? bulk.none : bulk.selected(selected)}</strong>{' '}
        {selected < Math.min(total, MAX_SELECTED) && (
          <button type="button" class="link" disabled={isBusy} onClick={onSelectAll}>
            {total <= MAX_SELECTED ? bulk.selectAll(total) : bulk.selectFirst(MAX_SELECTED)}
          </button>
        )}{' '}
        {selected > 0 && (
          <button type="button" class="link" onClick={onClear}>
            {bulk.clear}
          </button>
        )}
      </p>
      <div class="bulk-commands">
        {opener('tag')}
        {opener('untag')}
        {opener('retype')}
        {command(bulk.pin, () => apply({ pinned: true }))}
        {command(bulk.unpin, () => apply({ pinned: false }))}
        {opener('expire')}
        {command(bulk.delete, onDelete, 'danger')}
      </div>
      {form !== null && <BulkForm key={form} form={form} onApply={apply} onCancel={() => setForm(null)} />}
    </section>
  );
}

const focus = (element: HTMLElement | null): void => element?.focus();

function BulkForm({
  form,
  onApply,
  onCancel,
}: {
  form: Form;
  onApply(change: Change): void;
  onCancel(): void;
}) {
  const [value, setValue] = useState(form === 'retype' ? ASSIGNABLE_TYPES[0]! : '');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (form === 'retype') onApply({ memory_type: value as Memory['memory_type'] });
    else if (form === 'expire')
      onApply({ expires_at: value === '' ? null : new Date(`${value}T23:59:59`).toISOString() });
    else {
      const tags = value
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '');
      if (tags.length === 0) setProblem(bulk.tagRequired);
      else onApply(form === 'tag' ? { add_tags: tags } : { remove_tags: tags });
    }
  };
  const label = { tag: bulk.tags, untag: bulk.tags, retype: bulk.newType, expire: bulk.expiresOn }[form];
  const onInput = (event: Event): void => setValue((event.currentTarget as HTMLInputElement).value);
  return (
    <form
      class="row-form bulk-form"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <label for="bulk-value">{label}</label>
      {form === 'retype' ? (
        <select id="bulk-value" value={value} onChange={onInput} ref={focus}>
          {ASSIGNABLE_TYPES.map((type) => (
            <option key={type} value={type}>
              {texts.vocabulary.memoryTypes[type] ?? type}
            </option>
          ))}
        </select>
      ) : form === 'expire' ? (
        <input id="bulk-value" type="date" value={value} onInput={onInput} ref={focus} />
      ) : (
        <input
          id="bulk-value"
          type="text"
          value={value}
          maxLength={500}
          autocomplete="off"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : 'bulk-problem'}
          onInput={onInput}
          ref={focus}
        />
      )}
      <button type="submit" class="small">
        {bulk.apply}
      </button>
      <button type="button" class="second small" onClick={onCancel}>
        {bulk.cancel}
      </button>
      {problem !== null && (
        <p id="bulk-problem" class="note bad" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
