/** Numbers of a tree: feature and threshold of three splits, then the values of four leaves. */
const TREE_LENGTH = 10;

/**
 * Adds up the values of regression trees of depth 2. At a split, an item whose feature is at most the threshold goes to the
 * left. The root is the first split, and the second and third ones are its left and right child.
 *
 * @param trees all trees, each with {@link TREE_LENGTH} numbers
 * @param features features of the first item, followed by those of the second one, and so on
 * @param width number of features of an item
 * @returns one score per item
 */
export function scoreByTrees(trees: Float64Array, features: Float64Array, width: number): Float64Array {
  const scores = new Float64Array(features.length / width);
  for (let item = 0, start = 0; item < scores.length; item++, start += width) {
    let sum = 0;
    for (let tree = 0; tree < trees.length; tree += TREE_LENGTH) {
      const isRight = features[start + trees[tree]!]! > trees[tree + 1]! ? 1 : 0;
      const split = tree + 2 + 2 * isRight;
      const leaf = 2 * isRight + (features[start + trees[split]!]! > trees[split + 1]! ? 1 : 0);
      sum += trees[tree + 6 + leaf]!;
    }
    scores[item] = sum;
  }
  return scores;
}
