// Finds the lines of a grant script that a failed step of the connection test needs, to point the admin at them. Pure.

/** For each step, a pattern of the lines that grant what it needs. */
const givenBy: Readonly<Record<string, RegExp>> = {
  "Sign-in": /^(create (role|user)|alter user .* rsa_public_key|grant role)\b/,
  Compute: /usage on warehouse|\bCAN USE\b|jobUser|grant connect on database|athena:/,
  Catalog: /grant (usage|use (catalog|schema)) on (database|catalog|schema)|glue:Get(Database|Catalog)/,
  "Read tables": /grant select|dataViewer|s3:GetObject/,
  "Read sources": /grant select|dataViewer|s3:GetObject/,
  "Write staging":
    /create schema|create table on|reset default_transaction_read_only|dataEditor|s3:PutObject/,
};

/** Returns the 1-based numbers of the lines that the failed step needs. */
export const missingGrants = (script: string, failedStep: string | undefined): number[] => {
  const pattern = failedStep === undefined ? undefined : givenBy[failedStep];
  return pattern ? script.split("\n").flatMap((line, index) => (pattern.test(line) ? [index + 1] : [])) : [];
};

/** DOM id of the grants, as a link target. */
export const grantsID = "grants";

export const linesText = (lines: readonly number[]) =>
  lines.length === 1 ? `line ${lines[0]} of the grants` : `lines ${lines.join(", ")} of the grants`;
