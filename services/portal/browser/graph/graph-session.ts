import type { GraphProps, Neighborhood } from '../../src/graph/graph-data.ts';
import { errorMessage, loci } from '../loci.ts';
import { createGraphLayout } from './graph-layout.ts';
import { createGraphModel } from './graph-model.ts';
import type { GraphModel, MapColors, PastSelection, Position } from './graph-model.ts';

/** Memories that one click adds to the map. */
const EXPANSION = 25;
/** Limits of the API. */
const MAX_REQUESTED = 100;
const MAX_FOUND = 500;
/** Memories whose surroundings a change of the time loads again. */
const MAX_REVISITED = 1_000;

/** A request that failed, and the action that repeats it. */
export interface Failure {
  message: string;
  retry(): void;
}

export interface GraphState {
  selectedId: string | null;
  hiddenTypes: ReadonlySet<string>;
  /** Day that the map shows, for example `2026-05-01`. Null for the present. */
  day: string | null;
  isLoading: boolean;
  isArranging: boolean;
  /** True if the map has reached its limits. */
  isFull: boolean;
  layoutFailed: boolean;
  failure: Failure | null;
}

export interface GraphSession {
  readonly model: GraphModel;
  readonly state: GraphState;
  /** Selects a memory and loads its surroundings on the first time. */
  select(id: string | null): void;
  /** Loads more of the surroundings of a memory. */
  expand(id: string): void;
  toggleType(type: string): void;
  /** Shows what was true on a day, or what is true now. */
  travel(day: string | null): void;
  setColors(colors: MapColors): void;
  close(): void;
}

/** Events of a session. */
export interface GraphListener {
  /** The state or the content of the map has changed. */
  changed(): void;
  /** Memories have new positions. `isFirst` is true for the first layout of the map. */
  moved(positions: ReadonlyMap<string, Position>, isFirst: boolean): void;
}

/** Creates the state of the page: what is on the map, what is selected, and what is being loaded. */
export function createGraphSession(
  { startIds, neighborhood, workerPath }: GraphProps,
  colors: MapColors,
  listener: GraphListener,
): GraphSession {
  const model = createGraphModel(colors);
  const layout = createGraphLayout(model, workerPath);
  /** Memories whose surroundings were loaded, in the order of the clicks. */
  const expanded = new Set(startIds);
  let past: PastSelection | null = null;
  let running = new AbortController();
  let layouts: Promise<unknown> = Promise.resolve();
  let state: GraphState = {
    selectedId: null,
    hiddenTypes: new Set(),
    day: null,
    isLoading: false,
    isArranging: false,
    isFull: false,
    layoutFailed: false,
    failure: null,
  };

  function update(changes: Partial<GraphState>): void {
    state = { ...state, ...changes };
    listener.changed();
  }

  /** Adds memories to the map, and arranges those that are new. */
  function add(added: Neighborhood, isPresent: boolean): void {
    const fixed = new Set(model.graph.nodes());
    const { addedIds, isFull } = model.add(added, isPresent);
    model.filter(state.hiddenTypes, past);
    update({ isFull: state.isFull || isFull });
    // Layouts run one after the other, so that each one starts from the positions of the previous one.
    if (addedIds.length > 0) layouts = layouts.then(() => arrange(fixed));
  }

  async function arrange(fixed: ReadonlySet<string>): Promise<void> {
    update({ isArranging: true });
    try {
      const positions = await layout.arrange(fixed);
      for (const id of fixed) positions.delete(id);
      listener.moved(positions, fixed.size === 0);
      update({ isArranging: false });
    } catch {
      update({ isArranging: false, layoutFailed: true });
    }
  }

  /** Runs a request. A newer request aborts it. */
  async function load(request: (signal: AbortSignal) => Promise<void>): Promise<void> {
    running.abort();
    const own = (running = new AbortController());
    update({ isLoading: true, failure: null });
    try {
      await request(own.signal);
      if (running === own) update({ isLoading: false });
    } catch (error) {
      if (running !== own) return;
      const message = errorMessage(error);
      update({
        isLoading: false,
        failure: message === null ? null : { message, retry: () => void load(request) },
      });
    }
  }

  const asOf = (day: string | null) => (day === null ? {} : { as_of: `${day}T23:59:59.999Z` });

  const expand = (id: string): void =>
    void load(async (signal) => {
      const { day } = state;
      const knownIds = model.graph.filterNodes((other) => other !== id);
      const found = await loci.relationships.neighborhood(
        { memory_ids: [id], known_ids: knownIds, limit: EXPANSION, ...asOf(day) },
        { signal },
      );
      expanded.add(id);
      if (past !== null) past = merge(past, [found]);
      add(found, day === null);
    });

  const travel = (day: string | null): void => {
    if (day === state.day) return;
    if (day === null) {
      running.abort();
      past = null;
      model.filter(state.hiddenTypes, past);
      update({ day, isLoading: false, failure: null });
      return;
    }
    update({ day });
    void load(async (signal) => {
      const ids = [...expanded].slice(-MAX_REVISITED);
      const found: Neighborhood[] = [];
      for (let first = 0; first < ids.length; first += MAX_REQUESTED) {
        const batch = ids.slice(first, first + MAX_REQUESTED);
        found.push(
          await loci.relationships.neighborhood(
            { memory_ids: batch, limit: MAX_FOUND, ...asOf(day) },
            { signal },
          ),
        );
      }
      past = merge(null, found);
      add(
        {
          memories: found.flatMap(({ memories }) => memories),
          relationships: found.flatMap(({ relationships }) => relationships),
          truncated: false,
        },
        false,
      );
    });
  };

  const session: GraphSession = {
    model,
    get state() {
      return state;
    },
    select(id) {
      update({ selectedId: id });
      if (id !== null && !expanded.has(id)) expand(id);
    },
    expand,
    toggleType(type) {
      const hiddenTypes = new Set(state.hiddenTypes);
      if (!hiddenTypes.delete(type)) hiddenTypes.add(type);
      model.filter(hiddenTypes, past);
      update({ hiddenTypes });
    },
    travel,
    setColors: (changed) => model.setColors(changed),
    close() {
      running.abort();
      layout.close();
    },
  };
  // The listener needs the session, so the first memories are added after it was returned.
  queueMicrotask(() => add(neighborhood, true));
  return session;
}

/** Adds what was true in neighborhoods to a selection. */
const merge = (past: PastSelection | null, found: readonly Neighborhood[]): PastSelection => ({
  memories: new Set([
    ...(past?.memories ?? []),
    ...found.flatMap(({ memories }) => memories.map(({ id }) => id)),
  ]),
  relationships: new Set([
    ...(past?.relationships ?? []),
    ...found.flatMap(({ relationships }) => relationships.map(({ id }) => id)),
  ]),
});
