import type { SpeedOptions } from '../options/options.ts';
import { checkSimilarAt } from './check-similar.ts';
import { contextAt } from './context.ts';
import { engines } from './engines.ts';
import { fillTo } from './fill.ts';
import { firstStart } from './first-start.ts';
import { graph } from './graph.ts';
import { graphEngine } from './graph-engine.ts';
import { hybridSearchAt } from './hybrid-search.ts';
import { mcpSearch } from './mcp-search.ts';
import { readsAt } from './reads/reads.ts';
import { restartAt } from './restart.ts';
import type { Scenario } from './scenario.ts';
import { searchable } from './searchable.ts';
import { searchAt } from './search-sizes.ts';
import { searchTenants } from './search-tenants.ts';
import { smallTenants } from './small-tenants.ts';
import { stores } from './stores.ts';
import { sustained } from './sustained.ts';

/** Returns the scenarios in running order. Scenarios with the same data follow each other. */
function scenariosOf({ sizes, tenants }: Pick<SpeedOptions, 'sizes' | 'tenants'>): readonly Scenario[] {
  return [
    firstStart,
    stores,
    sustained,
    searchable,
    searchTenants,
    mcpSearch,
    ...(tenants === 0 ? [] : [smallTenants(tenants)]),
    // The scenarios `check-similar` and `search` add memories to the tenant, so they follow those of the exact size. A
    // platform is slower directly after a restart, so `restart` is the last scenario.
    ...sizes.flatMap((size) => [
      fillTo(size),
      hybridSearchAt(size),
      contextAt(size),
      readsAt(size),
      checkSimilarAt(size),
      searchAt(size),
      restartAt(size),
    ]),
    graph,
    engines,
    graphEngine,
  ];
}

/**
 * Selects scenarios by name, in running order. Without names, selects all.
 *
 * @throws Error for an unknown name, with a list of the known names
 */
export function chooseScenarios(
  options: Pick<SpeedOptions, 'only' | 'sizes' | 'tenants'>,
): readonly Scenario[] {
  const scenarios = scenariosOf(options);
  const { only: names } = options;
  if (names === undefined) return scenarios;
  const unknown = names.filter((name) => scenarios.every((scenario) => scenario.name !== name));
  if (unknown.length > 0) {
    const known = scenarios.map((scenario) => scenario.name).join(', ');
    throw new Error(`Unknown scenarios: ${unknown.join(', ')}. Known scenarios: ${known}.`);
  }
  return scenarios.filter((scenario) => names.includes(scenario.name));
}
