import { useEffect, useState } from 'preact/hooks';
import { formatTime } from '../page/local-times.ts';
import { texts } from '../texts.ts';
import type { GraphSession } from './graph-session.ts';

const DAY_MS = 86_400_000;
/** Time without a movement of the slider after which the map is loaded. */
const PAUSE_MS = 250;
/** Days before the first memory that the slider reaches. */
const DAYS_BEFORE = 1;

const toDay = (daysSinceEpoch: number): string =>
  new Date(daysSinceEpoch * DAY_MS).toISOString().slice(0, 10);

/** Moves the map to a day, from the first memory on the map until today. */
export function TimeSlider({ session }: { session: GraphSession }) {
  const { graph: t } = texts;
  const [today] = useState(() => Math.floor(Date.now() / DAY_MS));
  const first = session.model.graph.reduceNodes(
    (earliest, _id, { memory }) =>
      Math.min(earliest, Math.floor(Date.parse(memory.occurred_at) / DAY_MS) - DAYS_BEFORE),
    today - DAYS_BEFORE,
  );
  const [value, setValue] = useState(today);
  const { day } = session.state;
  useEffect(() => {
    const timer = setTimeout(() => session.travel(value >= today ? null : toDay(value)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const label = value >= today ? t.now : formatTime(toDay(value), 'date');
  return (
    <section class="graph-time" aria-label={t.time}>
      <label for="graph-time">
        {t.time}: <output for="graph-time">{label}</output>
      </label>
      <input
        id="graph-time"
        type="range"
        min={first}
        max={today}
        value={value}
        aria-valuetext={label}
        onInput={({ currentTarget }) => setValue(Number(currentTarget.value))}
      />
      <p class="hint">
        {t.timeHint}{' '}
        {day !== null && (
          <button type="button" class="link" onClick={() => setValue(today)}>
            {t.backToNow}
          </button>
        )}
      </p>
    </section>
  );
}
