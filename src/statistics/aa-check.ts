// A/A check: whether a split of past units would have been called different although both groups had the same treatment.

/** Returns the indices of the p-values that would have been called significant, and the threshold applied.
 *  Choice: the level of an A/A check is divided by its number of comparisons, so that together they raise a false alarm no more often than the level says. */
export function significantDifferences(pValues: readonly number[], alpha: number) {
  const threshold = alpha / Math.max(1, pValues.length);
  return { threshold, called: [...pValues.keys()].filter((place) => (pValues[place] ?? 1) < threshold) };
}
