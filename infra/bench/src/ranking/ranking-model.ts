import { LAYOUTS } from '../quality/layouts.ts';
import { BUILTIN_MODEL } from '../run-fit.ts';
import type { FittedModel } from '../run-fit.ts';
import { collectRankings } from './collect-rankings.ts';
import type { RankedSearch } from './collect-rankings.ts';
import { formatRankingModel } from './format-ranking-model.ts';
import { fitRanking, formatRanking } from './ranking-figures.ts';

/** The model of learned ranking. */
export const RANKING: FittedModel<RankedSearch> = {
  collect: (context, dataSets) => collectRankings(context, dataSets, LAYOUTS),
  format: (searches) => formatRankingModel(fitRanking(searches), BUILTIN_MODEL),
  report: formatRanking,
};
