/**
 * Lower bound of the inverse document frequency, so that a term that most items contain still produces hits.
 */
const MIN_IDF = 1e-6;

/**
 * Returns the inverse document frequency of a term.
 *
 * @param documentFrequency number of items that contain the term
 * @param items number of all items
 */
export const idfOf = (documentFrequency: number, items: number): number =>
  Math.max(MIN_IDF, Math.log((Math.max(0, items - documentFrequency) + 0.5) / (documentFrequency + 0.5)));
