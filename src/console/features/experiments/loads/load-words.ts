// Loads in words: what they read and what is shown of them. Pure.
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

/** "Full", "Incremental", "2 metrics" */
export const kindText = ({ reloadType, metricIDs }: PulseLoad) =>
  reloadType === "metric" ? plural(metricIDs?.length ?? 0, "metric") : (kinds[reloadType] ?? reloadType);

/** Bytes, seconds, statements and cached ones of a load, as far as they are known. */
export const costParts = ({ bytes, seconds, statements }: PulseLoad): string[] => {
  const cached = statements.filter((statement) => statement.cached).length;
  return [
    bytes === null ? "bytes not told by the engine" : `${bytesText(bytes)} read`,
    secondsText(seconds),
    plural(statements.length, "statement"),
    ...(cached > 0 ? [`${formatCount(cached)} cached`] : []),
  ];
};

/** All statements of a load as one text to copy; the tag is how the engine marks them. */
export const sqlOf = ({ statements }: PulseLoad) => statements.map(({ sql }) => `${sql};`).join("\n\n");
