import { LAYOUTS } from '../quality/layouts.ts';
import { BUILTIN_MODEL } from '../run-fit.ts';
import type { FittedModel } from '../run-fit.ts';
import { collectRankings } from './collect-rankings.ts';
import type { RankedSearch } from './collect-rankings.ts';
import { formatRankingModel } from './format-ranking-model.ts';
import { fitRanking, formatAblations, formatRanking } from './ranking-figures.ts';

/** The model of learned ranking. @param ablations sets of signals whose effect the report contains */
export const learnedRanking = (ablations: readonly (readonly string[])[]): FittedModel<RankedSearch[]> => ({
  collect: (context, dataSets) => collectRankings(context, dataSets, LAYOUTS),
  format: (searches) => formatRankingModel(fitRanking(searches), BUILTIN_MODEL),
  report: (searches) => [formatRanking(searches), ...formatAblations(searches, ablations)].join('\n\n'),
});
