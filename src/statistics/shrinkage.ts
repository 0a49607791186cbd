// Empirical Bayes shrinkage over a portfolio of experiments (statistics 17): estimates true effects from all measured effects together.

/** A measured effect with its standard error; all effects must have the same unit. */
export interface Measured {
  effect: number;
  standardError: number;
}

/** The normal distribution that the true effects of a portfolio are drawn from. */
export interface Portfolio {
  mean: number;
  /** Variance of the true effects around their mean; 0 if chance alone explains the differences. */
  variance: number;
  /** Sum of the weights, whose inverse is the variance of `mean`. */
  precision: number;
  /** Number of measured effects. */
  count: number;
}

/** Choice: a portfolio is estimated from four effects or more. */
export const minEffects = 4;

function pooled(effects: readonly Measured[], variance: number) {
  let precision = 0;
  let sum = 0;
  for (const { effect, standardError } of effects) {
    const weight = 1 / (variance + standardError ** 2);
    precision += weight;
    sum += weight * effect;
  }
  return { mean: sum / precision, precision };
}

/** Returns the generalised Q statistic of Paule and Mandel, which decreases as the variance grows. */
function spreadAt(effects: readonly Measured[], variance: number): number {
  const { mean } = pooled(effects, variance);
  return effects.reduce(
    (sum, { effect, standardError }) => sum + (effect - mean) ** 2 / (variance + standardError ** 2),
    0,
  );
}

const steps = 200;

/** Solves for the variance at which the generalised Q equals its expectation, k − 1; 0 if it is already below that. */
function portfolioVariance(effects: readonly Measured[]): number {
  const expected = effects.length - 1;
  if (spreadAt(effects, 0) <= expected) return 0;
  let low = 0;
  let high = Math.max(...effects.map(({ standardError }) => standardError ** 2));
  for (let step = 0; step < steps && spreadAt(effects, high) > expected; step += 1) {
    low = high;
    high *= 2;
  }
  for (let step = 0; step < steps && high - low > 1e-14 * high; step += 1) {
    const middle = (low + high) / 2;
    if (spreadAt(effects, middle) > expected) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Estimates the portfolio from all measured effects, shipped or not; undefined if there are too few or one has no standard error. */
export function portfolioOf(effects: readonly Measured[]): Portfolio | undefined {
  if (effects.length < minEffects) return undefined;
  if (!effects.every(({ effect, standardError }) => Number.isFinite(effect) && standardError > 0))
    return undefined;
  const variance = portfolioVariance(effects);
  return { variance, count: effects.length, ...pooled(effects, variance) };
}

/** Returns the share by which a measured effect is shrunk towards the mean. */
const shareOfNoise = ({ variance }: Portfolio, { standardError }: Measured) =>
  standardError ** 2 / (variance + standardError ** 2);

/** Returns the sum of the expected true effects of some experiments. Its standard error accounts for the estimation of the portfolio's
 *  mean and variance (Morris 1983). */
export function shrunkSum(portfolio: Portfolio, effects: readonly Measured[]): Measured {
  let effect = 0;
  let own = 0;
  let ofMean = 0;
  let takenBack = 0;
  for (const measured of effects) {
    const noise = shareOfNoise(portfolio, measured);
    const back = noise * (measured.effect - portfolio.mean);
    effect += measured.effect - back;
    own += (1 - noise) * measured.standardError ** 2;
    ofMean += noise;
    takenBack += back;
  }
  const { precision, count } = portfolio;
  const ofVariance = (2 / (count - 3)) * takenBack ** 2;
  return { effect, standardError: Math.sqrt(own + ofMean ** 2 / precision + ofVariance) };
}

/** Returns the expected true effect of one experiment. */
export const shrunk = (portfolio: Portfolio, measured: Measured): Measured =>
  shrunkSum(portfolio, [measured]);

/** Returns the sum of measured effects, assuming that they are independent. */
export const measuredSum = (effects: readonly Measured[]): Measured => ({
  effect: effects.reduce((sum, { effect }) => sum + effect, 0),
  standardError: Math.sqrt(effects.reduce((sum, { standardError }) => sum + standardError ** 2, 0)),
});
