// Empirical Bayes over a portfolio of experiments (statistics 17): what their measured effects say once all of them are looked at together.

/** One measured effect with its standard error, in one unit for all. */
export interface Measured {
  effect: number;
  standardError: number;
}

/** The normal distribution that the true effects of a portfolio are drawn from. */
export interface Portfolio {
  mean: number;
  /** Variance of the true effects about their mean; 0 where chance alone explains how the measured ones differ. */
  variance: number;
  /** Sum of the weights, whose inverse is the variance of `mean`. */
  precision: number;
  /** Number of measured effects. */
  count: number;
}

/** Choice: from fewer effects no portfolio is estimated. */
export const fewestEffects = 4;

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

/** The generalised Q of Paule and Mandel, which falls as the variance grows. */
function spreadAt(effects: readonly Measured[], variance: number): number {
  const { mean } = pooled(effects, variance);
  return effects.reduce(
    (sum, { effect, standardError }) => sum + (effect - mean) ** 2 / (variance + standardError ** 2),
    0,
  );
}

const steps = 200;

/** Where the generalised Q meets its expectation, k − 1; 0 where it is below that already. */
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

/** Of all measured effects, the shipped and the others; undefined where they are too few, or one has no standard error. */
export function portfolioOf(effects: readonly Measured[]): Portfolio | undefined {
  if (effects.length < fewestEffects) return undefined;
  if (!effects.every(({ effect, standardError }) => Number.isFinite(effect) && standardError > 0))
    return undefined;
  const variance = portfolioVariance(effects);
  return { variance, count: effects.length, ...pooled(effects, variance) };
}

/** The share of a measured effect that is taken back towards the mean. */
const shareOfNoise = ({ variance }: Portfolio, { standardError }: Measured) =>
  standardError ** 2 / (variance + standardError ** 2);

/** The sum of the expected true effects of some experiments of a portfolio, whose standard error counts that its mean and its
 *  variance are estimated (Morris 1983). */
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

/** The expected true effect of one experiment of a portfolio. */
export const shrunk = (portfolio: Portfolio, measured: Measured): Measured =>
  shrunkSum(portfolio, [measured]);

/** The sum of measured effects that are independent of each other. */
export const measuredSum = (effects: readonly Measured[]): Measured => ({
  effect: effects.reduce((sum, { effect }) => sum + effect, 0),
  standardError: Math.sqrt(effects.reduce((sum, { standardError }) => sum + standardError ** 2, 0)),
});
