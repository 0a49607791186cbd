// Texts for the history of loads: costs, failures, rejections. Pure.
import { bytesText } from "#service/warehouse/bytes-text.ts";

/** Tag by which the admin of the warehouse recognizes the statements of a load. */
export const tagOf = (experimentID: string, number: number) => `assay ${experimentID} load ${number}`;

const dollars = (amount: number) =>
  amount < 0.01
    ? "less than $0.01"
    : `about $${amount.toLocaleString("en", { maximumFractionDigits: 2, minimumFractionDigits: 2 })}`;

const seconds = (count: number) => `${count.toLocaleString("en", { maximumFractionDigits: 1 })} s`;

/** List prices for the data that statements read, in dollars per byte. */
const pricePerByte: Readonly<Record<string, { price: number; words: string }>> = {
  bigquery: { price: 6.25 / 2 ** 40, words: "$6.25 a TiB, the list price on demand" },
  athena: { price: 5 / 1e12, words: "$5 a TB, the list price" },
};

/** Engines that are billed by running time. */
const byTime: Readonly<Record<string, string>> = {
  snowflake: "of its warehouse, which costs credits by the second",
  databricks: "of its SQL warehouse, which costs DBUs by the second",
  redshift: "of its cluster, which is paid by the hour or by the second",
};

/** Choice: the cost of a load is given at list prices if the engine bills by bytes read, else as time: no setting says what a credit costs. */
export function costWords(provider: string, bytes: number | null, ran: number): string {
  const price = pricePerByte[provider];
  if (price)
    return bytes === null
      ? `Not known: the engine did not say what it read, at ${price.words}`
      : `${dollars(bytes * price.price)}, at ${price.words}`;
  const words = byTime[provider];
  return words ? `${seconds(ran)} ${words}` : `${seconds(ran)} of a server of your own`;
}

export const tooManyBytes = (bytes: number, limit: number) =>
  `This would read about ${bytesText(bytes)} in one statement; the limit is ${bytesText(limit)}. Narrow the dates of the experiment, or raise the limit on the page Warehouse.`;

export const tooManyToday = (bytes: number, read: number, limit: number) =>
  `This would read about ${bytesText(bytes)}; of ${bytesText(limit)} that may be read in a day ${bytesText(read)} are read. Wait for midnight in UTC, or raise the limit on the page Warehouse.`;
