// The numbers of one comparison, in a file of their own so that the list of experiments loads no charts.
import { z } from "zod/mini";
import { optionalNumber } from "./plain-fields.ts";

/** Format and edge cases in statistics 5 and 11. */
export const ComparisonFields = z.object({
  absoluteChange: optionalNumber,
  confidenceIntervalDelta: optionalNumber,
  percentChange: optionalNumber,
  percentConfidenceIntervalDelta: optionalNumber,
  sequentialTestingConfidenceIntervalDelta: optionalNumber,
  percentSequentialTestingConfidenceIntervalDelta: optionalNumber,
  testMean: optionalNumber,
  controlMean: optionalNumber,
  testStd: optionalNumber,
  controlStd: optionalNumber,
  testUnits: optionalNumber,
  controlUnits: optionalNumber,
  pValue: optionalNumber,
  reversePower: optionalNumber,
});
