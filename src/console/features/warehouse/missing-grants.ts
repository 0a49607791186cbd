// The lines of a grant script by which a step of the doctor passes: those that an admin looks at where it failed. Pure.

/** Of a line that gives what the step needs. */
const givenBy: Readonly<Record<string, RegExp>> = {
  "Sign-in": /^(create (role|user)|alter user .* rsa_public_key|grant role)\b/,
  Compute: /usage on warehouse|\bCAN USE\b|jobUser|grant connect on database|athena:/,
  Catalog: /grant (usage|use (catalog|schema)) on (database|catalog|schema)|glue:Get(Database|Catalog)/,
  "Read tables": /grant select|dataViewer|s3:GetObject/,
  "Read sources": /grant select|dataViewer|s3:GetObject/,
  "Write staging": /create schema|create table on|dataEditor|s3:PutObject/,
};

/** Their numbers, from 1. */
export const missingGrants = (script: string, failedStep: string | undefined): number[] => {
  const pattern = failedStep === undefined ? undefined : givenBy[failedStep];
  return pattern ? script.split("\n").flatMap((line, index) => (pattern.test(line) ? [index + 1] : [])) : [];
};

/** Where the reader is led to. */
export const grantsID = "grants";

export const linesText = (lines: readonly number[]) =>
  lines.length === 1 ? `line ${lines[0]} of the grants` : `lines ${lines.join(", ")} of the grants`;
