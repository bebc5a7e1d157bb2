import { useEffect, useState } from 'preact/hooks';
import { formatTime } from '../page/local-times.ts';
import { texts } from '../texts.ts';
import type { GraphSession } from './graph-session.ts';

const DAY_MS = 86_400_000;
/** Time without a change after which the map is loaded. */
const PAUSE_MS = 250;
/** Earliest day of the slider, so that one event long ago does not make it too coarse. */
const MIN_DAY = Date.UTC(1900, 0) / DAY_MS;

const toDay = (daysSinceEpoch: number): string =>
  new Date(daysSinceEpoch * DAY_MS).toISOString().slice(0, 10);
const toDays = (time: string): number => Math.floor(Date.parse(time) / DAY_MS);

/** Moves the map to a day, from the first event of the workspace until today. */
export function TimeSlider({ session, firstTime }: { session: GraphSession; firstTime: string }) {
  const { graph: t } = texts;
  const [today] = useState(() => toDays(new Date().toISOString()));
  const first = Math.max(MIN_DAY, Math.min(toDays(firstTime), today - 1));
  const [value, setValue] = useState(today);
  const { day } = session.state;
  useEffect(() => {
    const timer = setTimeout(() => session.travel(value >= today ? null : toDay(value)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const label = value >= today ? t.now : formatTime(toDay(value), 'date');
  return (
    <section class="graph-time" aria-label={t.time}>
      <div class="graph-time-head">
        <label for="graph-time">
          {t.time}: <output for="graph-time">{label}</output>
        </label>
        {day !== null && (
          <button type="button" class="link" onClick={() => setValue(today)}>
            {t.backToNow}
          </button>
        )}
      </div>
      <input
        id="graph-time"
        type="range"
        min={first}
        max={today}
        value={value}
        aria-valuetext={label}
        onInput={({ currentTarget }) => setValue(Number(currentTarget.value))}
      />
      <div class="row-form">
        <label for="graph-day" class="hidden">
          {t.day}
        </label>
        <input
          id="graph-day"
          type="date"
          min={toDay(first)}
          max={toDay(today)}
          value={toDay(value)}
          onChange={({ currentTarget }) => {
            const days = toDays(currentTarget.value);
            if (!Number.isNaN(days)) setValue(Math.min(Math.max(days, first), today));
          }}
        />
        <span class="hint">{t.timeHint}</span>
      </div>
    </section>
  );
}
