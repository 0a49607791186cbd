// Messages of Google, and what they mean for the user who configured the connection.
import { bytesText } from "#service/warehouse/bytes-text.ts";
import type { Known } from "./known-message.ts";

const providers = ["bigquery"] as const;

export const bigQueryMessages: readonly Known[] = [
  {
    pattern: /(?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)$/,
    providers,
    sentence: ([, host]) => `This server does not find ${host}: let it look up and reach Google's addresses.`,
    who: "network",
  },
  {
    pattern: /^invalid_grant .*Token must be a short-lived token/,
    providers,
    sentence: "Google refused the time in our signature.",
    who: "you",
  },
  {
    pattern: /^invalid_grant .*Invalid JWT Signature/,
    providers,
    sentence: "The key was deleted or replaced: make a new one.",
    field: "privateKey",
    who: "you",
  },
  {
    pattern: /^invalid_grant .*(account not found|Invalid grant)/i,
    providers,
    sentence: "There is no service account of this name any more. Make one, and a key of it.",
    field: "privateKey",
    who: "warehouse admin",
  },
  {
    pattern: /limit for bytes billed: (\d+)\. (\d+) or higher required/,
    providers,
    sentence: ([, limit, needed]) =>
      `This would read ${bytesText(Number(needed))}; the limit is ${bytesText(Number(limit))}: narrow the dates or raise the limit.`,
    who: "you",
  },
  {
    pattern: /Not found: Job /,
    providers,
    sentence: "Google does not find the job: its location is missing or wrong.",
    field: "project",
    who: "you",
  },
  {
    pattern: /Not found: Dataset (\S+?) was not found in location ([\w-]+)/,
    providers,
    sentence: ([, dataset, location]) =>
      `Dataset ${dataset} is not in ${location}. What a statement reads and writes must lie in one location.`,
    field: "stagingDataset",
    who: "you",
  },
  {
    pattern: /bigquery\.jobs\.create.* in project ([\w:.-]*\w)/,
    providers,
    sentence: ([, project]) =>
      `The service account may not run jobs in ${project}: give it the role BigQuery Job User there.`,
    field: "project",
    who: "warehouse admin",
  },
  {
    pattern: /^accessDenied .*?(?:(Table|Dataset) (\S+?): |permission )/s,
    providers,
    sentence: ([, kind, name]) =>
      `The service account may not read ${kind && name ? `${kind.toLowerCase()} ${name}` : "this"}: give it the role BigQuery Data Viewer on the dataset.`,
    field: "privateKey",
    who: "warehouse admin",
  },
  {
    pattern: /^accessNotConfigured|SERVICE_DISABLED|has not been used in project/,
    providers,
    sentence: "The BigQuery API is not enabled in this project.",
    field: "project",
    who: "warehouse admin",
  },
  {
    pattern: /^billingNotEnabled/,
    providers,
    sentence: "The project has no billing account, without which BigQuery runs nothing here.",
    field: "project",
    who: "warehouse admin",
  },
  {
    pattern: /^(quotaExceeded|rateLimitExceeded)/,
    providers,
    sentence: "A quota of the project is used up by others or by us. It was asked again, and still is.",
    field: "project",
    who: "warehouse admin",
  },
  {
    pattern: /Not found: (Table|Dataset|Project) ([^\s,]+)/,
    providers,
    sentence: ([, kind = "", name]) => `There is no ${kind.toLowerCase()} ${name}.`,
    field: "project",
    who: "you",
  },
  {
    pattern: /^NOT_SELECT/,
    providers,
    sentence: "It is no SELECT. Nothing else is run where no rows are staged.",
    who: "you",
  },
];
