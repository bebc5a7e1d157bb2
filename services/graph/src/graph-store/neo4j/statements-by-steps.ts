/**
 * Returns a function that builds the statement for a number of steps on the first call and returns it on later ones.
 *
 * @param build builds the statement. Receives the names of the results of all steps, in their order.
 */
export function statementsBySteps(
  build: (stepNames: readonly string[]) => string,
): (steps: number) => string {
  const statements = new Map<number, string>();
  return (steps) => {
    let text = statements.get(steps);
    if (text === undefined) {
      text = build(Array.from({ length: steps }, (_, step) => `step${step}`));
      statements.set(steps, text);
    }
    return text;
  };
}
