import { BUILTIN_MODEL } from '../run-fit.ts';
import type { FittedModel } from '../run-fit.ts';
import { formatCalibration } from './calibration-figures.ts';
import { collectSearches } from './collect-searches.ts';
import type { ObservedSearch } from './collect-searches.ts';
import { formatModel } from './format-model.ts';
import { fitRelevance } from './relevance-fit.ts';

/** Values of `min_relevance` that the report compares. */
const THRESHOLDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3];

/** The model of relevance. */
export const RELEVANCE: FittedModel<ObservedSearch> = {
  collect: collectSearches,
  format: (searches) => formatModel(fitRelevance(searches), BUILTIN_MODEL),
  report: (searches) => formatCalibration(searches, THRESHOLDS),
};
