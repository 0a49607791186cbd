// Wording of loads: their kind, cost and statements. Pure.
import type { PulseLoad } from "#contract/pulse-load.ts";
import { warehouseProviderNames, warehouseProviders } from "#contract/warehouse-providers.ts";
import { bytesText } from "#console/foundation/ui/byte-format.ts";
import { secondsText } from "#console/foundation/ui/number-format.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";

export const providerName = (provider: string) => {
  const known = warehouseProviderNames.find((name) => name === provider);
  return known ? warehouseProviders[known].label : provider;
};

const kinds: Readonly<Record<string, string>> = { full: "Full", incremental: "Incremental" };

/** Words the kind of a load: "Full", "Incremental", "2 metrics". */
export const kindText = ({ reloadType, metricIDs }: PulseLoad) =>
  reloadType === "metric" ? plural(metricIDs?.length ?? 0, "metric") : (kinds[reloadType] ?? reloadType);

/** Words the bytes, seconds, statements and cache hits of a load, as far as they are known. */
export const costParts = ({ bytes, seconds, statements }: PulseLoad): string[] => {
  const cached = statements.filter((statement) => statement.cached).length;
  return [
    bytes === null ? "bytes not told by the engine" : `${bytesText(bytes)} read`,
    secondsText(seconds),
    plural(statements.length, "statement"),
    ...(cached > 0 ? [`${formatCount(cached)} cached`] : []),
  ];
};

/** Joins all statements of a load into one text for copying. */
export const sqlOf = ({ statements }: PulseLoad) => statements.map(({ sql }) => `${sql};`).join("\n\n");
