// Messages of Snowflake, and what they mean for the user who configured the connection.
import type { Known } from "./known-message.ts";

const providers = ["snowflake"] as const;

export const snowflakeMessages: readonly Known[] = [
  {
    pattern: /^390144/,
    providers,
    sentence:
      "Snowflake did not accept the signature. Either the user has another public key, or the account or user name is not the one Snowflake uses (locator without region, upper case), or this server's clock is off.",
    field: "privateKey",
    who: "you",
  },
  {
    pattern: /^(390100|390303|390318|394400)|programmatic access token/i,
    providers,
    sentence:
      "Snowflake does not accept this as an access token. A password cannot be used here: make a programmatic access token, or sign in by key pair.",
    field: "serviceUserPassword",
    who: "you",
  },
  {
    pattern: /^NO_SECRET/,
    providers,
    sentence: "There is neither a private key nor an access token to sign in with.",
    field: "privateKey",
    who: "you",
  },
  {
    pattern: /^3904(20|22)|is not allowed to access Snowflake/,
    providers,
    sentence: "A network policy of Snowflake does not let this service's address in.",
    field: "accountName",
    who: "warehouse admin",
  },
  {
    pattern: /^(000606|390201)|No active warehouse selected/,
    providers,
    sentence: (_found, { computeWarehouse }) =>
      typeof computeWarehouse === "string"
        ? `The role may not use warehouse ${computeWarehouse}, or there is none of this name: grant usage on it.`
        : "No warehouse is named, and the user has none of its own: name one.",
    field: "computeWarehouse",
    who: "warehouse admin",
  },
  {
    pattern: /^390189|Role '.*' specified .* is not granted/,
    providers,
    sentence: "The role is not granted to the user: grant it, and make it the default role.",
    field: "serviceUserName",
    who: "warehouse admin",
  },
  {
    pattern: /^090105|does not have a current database/,
    providers,
    sentence: "Name database and schema: a statement has no current ones.",
    field: "stagingDatabaseName",
    who: "you",
  },
  {
    pattern: /^090073|resource monitor/i,
    providers,
    sentence:
      "The resource monitor of the warehouse has used up its quota: raise it, or wait for the next period.",
    field: "computeWarehouse",
    who: "warehouse admin",
  },
  {
    pattern: /^00(?:2003|2043) (?:[\s\S]*?'([^']+)')?/,
    providers,
    sentence: ([, name]) =>
      `${name ?? "What the statement names"} does not exist, or the role may not see it. Look for a slip, or run the grant script.`,
    who: "warehouse admin",
  },
  {
    pattern: /^003001(?:[\s\S]*?operate on ([\w ]+ '[^']+'))?/,
    providers,
    sentence: ([, name]) =>
      `The role lacks a right${name ? ` on ${name}` : ""}. Run the grant script, and test again.`,
    field: "serviceUserName",
    who: "warehouse admin",
  },
  {
    pattern: /^000630/,
    providers,
    sentence: "It took longer than the limit of the statement or of the warehouse.",
    field: "computeWarehouse",
    who: "warehouse admin",
  },
  {
    pattern: /^(403|404) Snowflake answered|ENOTFOUND|EAI_AGAIN|ERR_TLS_CERT_ALTNAME_INVALID/,
    providers,
    sentence:
      "Snowflake has no account of this name. It is the part of your address before .snowflakecomputing.com.",
    field: "accountName",
    who: "you",
  },
];
