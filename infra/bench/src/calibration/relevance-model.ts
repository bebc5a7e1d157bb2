import { LAYOUTS } from '../quality/layouts.ts';
import { collectRankings } from '../ranking/collect-rankings.ts';
import { BUILTIN_MODEL } from '../run-fit.ts';
import type { FittedModel } from '../run-fit.ts';
import { formatCalibration } from './calibration-figures.ts';
import { collectSearches } from './collect-searches.ts';
import type { ObservedSearch } from './collect-searches.ts';
import { formatModel } from './format-model.ts';
import { fitRelevance } from './relevance-fit.ts';
import { scoreByOthers } from './turn-scores.ts';
import type { ScoreTurns } from './turn-scores.ts';

/** Values of `min_relevance` that the report compares. */
const THRESHOLDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5];

/** The model of relevance. */
export const RELEVANCE: FittedModel<{ searches: ObservedSearch[]; scoreTurns: ScoreTurns }> = {
  collect: async (context, dataSets) => ({
    // Trained as the model of learned ranking is.
    scoreTurns: scoreByOthers(await collectRankings(context, dataSets, LAYOUTS)),
    searches: await collectSearches(context, dataSets),
  }),
  format: ({ searches, scoreTurns }) => formatModel(fitRelevance(scoreTurns(searches)), BUILTIN_MODEL),
  report: ({ searches, scoreTurns }) => formatCalibration(searches, scoreTurns, THRESHOLDS),
};
