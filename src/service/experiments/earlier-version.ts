// Returns an experiment as of one of its versions, for results of a run that was ended by a reset.
import { limits } from "#contract/limits.ts";
import type { Reader } from "#service/database/database.ts";
import { readEarlierVersions } from "#service/database/history.ts";
import { badField } from "#service/http/errors.ts";
import { experimentEntities, type StoredExperiment } from "./answered-experiment.ts";

/** Returns the version and the time at which the next version replaced it, ms; throws 400 if the version does not exist. */
export async function readVersion(
  reader: Reader,
  current: StoredExperiment,
  version: number,
): Promise<{ experiment: StoredExperiment; replacedTime?: number }> {
  if (version === current.version) return { experiment: current };
  const keys = [version, version + 1].map((one) => ({
    kind: "experiment" as const,
    id: current.id,
    version: one,
  }));
  const found = await readEarlierVersions(reader, keys, 2 * limits.documentBytes);
  const [experiment, later] = keys.map(({ version: wanted }) => {
    const row = found.find((one) => one.version === wanted);
    return row && experimentEntities.parse(row.document);
  });
  if (!experiment) throw badField("version", `The experiment has no version ${version}`);
  const { lastModifiedTime } = later ?? current;
  return { experiment, ...(typeof lastModifiedTime === "number" && { replacedTime: lastModifiedTime }) };
}
