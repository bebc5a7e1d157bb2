/** Samples of a binary classification. */
export interface TreeSamples {
  /** Features of the first sample, followed by those of the second one, and so on. */
  features: Float64Array;
  /** Number of features of a sample. */
  width: number;
  /** Label of each sample, 0 or 1. */
  labels: Uint8Array;
}

/**
 * A regression tree of depth 2: feature and threshold of the root, of its left child and of its right child, then the values
 * of the leaves from left to right. A sample whose feature is at most the threshold goes to the left.
 */
export type Tree = number[];

const TREES = 100;
const LEARNING_RATE = 0.1;
const MIN_LEAF_SAMPLES = 50;
/** Strength of the L2 penalty on the values of the leaves. */
const PENALTY = 1;
/** Maximum number of thresholds of a feature. */
const MAX_THRESHOLDS = 63;
/** Factor by which thresholds and leaf values are rounded. */
const PRECISION = 1e4;

interface Split {
  feature: number;
  /** Number of the threshold. Samples in bins up to this number go to the left. */
  bin: number;
  gain: number;
}

/**
 * Fits gradient-boosted regression trees that minimize the logistic loss. The same samples result in the same trees.
 *
 * @param samples at least one with each label
 * @see Friedman 2001, "Greedy Function Approximation: A Gradient Boosting Machine"
 */
export function fitTrees(samples: TreeSamples): Tree[] {
  const { labels } = samples;
  const { bins, thresholds } = binFeatures(samples);
  const positive = labels.reduce((sum, label) => sum + label, 0);
  const scores = new Float64Array(labels.length).fill(Math.log(positive / (labels.length - positive)));
  const gradients = new Float64Array(labels.length);
  const curvatures = new Float64Array(labels.length);
  const all = Uint32Array.from(labels, (_, i) => i);
  const trees: Tree[] = [];
  while (trees.length < TREES) {
    for (let i = 0; i < labels.length; i++) {
      const probability = 1 / (1 + Math.exp(-scores[i]!));
      gradients[i] = labels[i]! - probability;
      curvatures[i] = probability * (1 - probability);
    }
    const find = (indexes: Uint32Array) => bestSplit(indexes, bins, thresholds, gradients, curvatures);
    const root = find(all);
    if (root === null) break;
    const splits: (Split | null)[] = [];
    const leaves: number[] = [];
    for (const child of divide(all, root, bins)) {
      const split = find(child);
      splits.push(split);
      for (const leaf of split ? divide(child, split, bins) : [child, child]) {
        const value = leafValue(leaf, gradients, curvatures);
        leaves.push(value);
        if (split || leaves.length % 2 === 0) for (const i of leaf) scores[i]! += value;
      }
    }
    // A child without a split has equal leaves, so its feature and threshold have no effect.
    const numbers = [root, ...splits].flatMap((split) =>
      split ? [split.feature, thresholds[split.feature]![split.bin]!] : [0, 0],
    );
    trees.push([...numbers, ...leaves]);
  }
  return trees;
}

/** Returns the score of a sample: the sum of the values of its leaves. @param features of this sample */
export function predictTrees(trees: readonly Tree[], features: readonly number[]): number {
  let sum = 0;
  for (const tree of trees) {
    const isRight = features[tree[0]!]! > tree[1]! ? 1 : 0;
    const split = 2 + 2 * isRight;
    sum += tree[6 + 2 * isRight + (features[tree[split]!]! > tree[split + 1]! ? 1 : 0)]!;
  }
  return sum;
}

/** Returns the number of thresholds below each feature value, by feature and sample, and the thresholds by feature. */
function binFeatures({ features, width, labels }: TreeSamples): {
  bins: Uint8Array[];
  thresholds: number[][];
} {
  const columns = Array.from({ length: width }, (_, feature) =>
    Float64Array.from(labels, (__, i) => features[i * width + feature]!),
  );
  const thresholds = columns.map((column) => {
    const sorted = column.slice().sort();
    const quantiles = Array.from({ length: MAX_THRESHOLDS }, (_, i) =>
      round(sorted[Math.floor(((i + 1) * sorted.length) / (MAX_THRESHOLDS + 1))]!),
    );
    return [...new Set(quantiles)];
  });
  const bins = columns.map((column, feature) =>
    Uint8Array.from(column, (value) => thresholds[feature]!.filter((threshold) => value > threshold).length),
  );
  return { bins, thresholds };
}

/** Returns the split with the largest gain, or null if each leaf would be too small or no split has a gain. */
function bestSplit(
  indexes: Uint32Array,
  bins: readonly Uint8Array[],
  thresholds: readonly number[][],
  gradients: Float64Array,
  curvatures: Float64Array,
): Split | null {
  let best: Split | null = null;
  for (const [feature, column] of bins.entries()) {
    const size = thresholds[feature]!.length + 1;
    const gradientSums = new Float64Array(size);
    const curvatureSums = new Float64Array(size);
    const counts = new Uint32Array(size);
    for (const i of indexes) {
      const bin = column[i]!;
      gradientSums[bin]! += gradients[i]!;
      curvatureSums[bin]! += curvatures[i]!;
      counts[bin]!++;
    }
    const gradient = gradientSums.reduce((sum, value) => sum + value, 0);
    const curvature = curvatureSums.reduce((sum, value) => sum + value, 0);
    let left = { gradient: 0, curvature: 0, count: 0 };
    for (let bin = 0; bin < size - 1; bin++) {
      left = {
        gradient: left.gradient + gradientSums[bin]!,
        curvature: left.curvature + curvatureSums[bin]!,
        count: left.count + counts[bin]!,
      };
      if (left.count < MIN_LEAF_SAMPLES || indexes.length - left.count < MIN_LEAF_SAMPLES) continue;
      const gain =
        quality(left.gradient, left.curvature) +
        quality(gradient - left.gradient, curvature - left.curvature) -
        quality(gradient, curvature);
      if (gain > (best?.gain ?? 1e-9)) best = { feature, bin, gain };
    }
  }
  return best;
}

const quality = (gradient: number, curvature: number): number => gradient ** 2 / (curvature + PENALTY);

function divide(indexes: Uint32Array, { feature, bin }: Split, bins: readonly Uint8Array[]): Uint32Array[] {
  const column = bins[feature]!;
  return [indexes.filter((i) => column[i]! <= bin), indexes.filter((i) => column[i]! > bin)];
}

function leafValue(indexes: Uint32Array, gradients: Float64Array, curvatures: Float64Array): number {
  let gradient = 0;
  let curvature = 0;
  for (const i of indexes) {
    gradient += gradients[i]!;
    curvature += curvatures[i]!;
  }
  return round((LEARNING_RATE * gradient) / (curvature + PENALTY));
}

const round = (value: number): number => Math.round(value * PRECISION) / PRECISION;
