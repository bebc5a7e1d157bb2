/** A sample: features, label 0 or 1, and weight. */
export interface Sample {
  features: readonly number[];
  label: number;
  weight: number;
}

const MAX_ITERATIONS = 50;
const TOLERANCE = 1e-9;
/** Strength of the L2 penalty on all coefficients except the intercept. Keeps them finite if the labels are separable. */
const PENALTY = 0.1;

/**
 * Fits a logistic regression with an L2 penalty by Newton's method.
 *
 * @returns the intercept, followed by the coefficients of the features
 */
export function fitLogistic(samples: readonly Sample[]): number[] {
  const size = samples[0]!.features.length + 1;
  const coefficients = new Array<number>(size).fill(0);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const gradient = coefficients.map((value, i) => (i === 0 ? 0 : -PENALTY * value));
    const hessian = coefficients.map((_, i) => coefficients.map((__, j) => (i === j && i > 0 ? PENALTY : 0)));
    for (const { features, label, weight } of samples) {
      const row = [1, ...features];
      const probability = predictLogistic(coefficients, features);
      const curvature = weight * probability * (1 - probability);
      for (let i = 0; i < size; i++) {
        gradient[i]! += weight * (label - probability) * row[i]!;
        for (let j = 0; j < size; j++) hessian[i]![j]! += curvature * row[i]! * row[j]!;
      }
    }
    const step = solve(hessian, gradient);
    step.forEach((change, i) => (coefficients[i]! += change));
    if (Math.max(...step.map(Math.abs)) < TOLERANCE) break;
  }
  return coefficients;
}

/** Returns the probability of the label 1. @param coefficients result of {@link fitLogistic} */
export function predictLogistic(coefficients: readonly number[], features: readonly number[]): number {
  let value = coefficients[0]!;
  for (let i = 0; i < features.length; i++) value += coefficients[i + 1]! * features[i]!;
  return 1 / (1 + Math.exp(-value));
}

/** Solves a system of linear equations by Gaussian elimination with partial pivoting. Changes its arguments. */
function solve(matrix: number[][], values: number[]): number[] {
  const size = values.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(matrix[row]![column]!) > Math.abs(matrix[pivot]![column]!)) pivot = row;
    [matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!];
    [values[column], values[pivot]] = [values[pivot]!, values[column]!];
    for (let row = column + 1; row < size; row++) {
      const factor = matrix[row]![column]! / matrix[column]![column]!;
      for (let k = column; k < size; k++) matrix[row]![k]! -= factor * matrix[column]![k]!;
      values[row]! -= factor * values[column]!;
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) values[row]! -= matrix[row]![k]! * values[k]!;
    values[row]! /= matrix[row]![row]!;
  }
  return values;
}
