// Problems that no schema can find in a text that parses: duplicate names, numbers that change when stored, secrets.
import { textProblem } from "#contract/storable.ts";
import { sliceOf, type Span } from "./tokens.ts";
import type { ObjectNode, ValueNode } from "./tree.ts";

export type Severity = "error" | "warning";

export interface Finding extends Span {
  severity: Severity;
  message: string;
}

export const error = ({ start, end }: Span, message: string): Finding => ({
  start,
  end,
  severity: "error",
  message,
});
const warning = (span: Span, message: string): Finding => ({ ...error(span, message), severity: "warning" });

/** Reports a name or text that cannot be stored. */
function unstorableText(text: string, span: Span): Finding[] {
  const message = textProblem(text);
  return message ? [error(span, message)] : [];
}

/** Of duplicate names only the last counts, so the values of the others are not checked. */
function objectFindings(text: string, { members }: ObjectNode): Finding[] {
  const last = new Map(members.map((member) => [member.name, member]));
  return members.flatMap((member) => {
    const { name, nameSpan, value } = member;
    if (last.get(name) === member) return [...unstorableText(name, nameSpan), ...checksOf(text, value, name)];
    return [warning(nameSpan, `'${name}' is given again below; only the last one counts`)];
  });
}

/** Integers beyond 2^53 are stored as the nearest representable number. */
function changedInteger(raw: string, value: number, span: Span): Finding[] {
  if (!/^[+-]?(?:\d+|0x[\da-f]+)$/i.test(raw) || Number.isSafeInteger(value)) return [];
  const unsigned = BigInt(raw.replace(/^[+-]/, ""));
  const isSame = BigInt(Math.abs(value)) === unsigned;
  return [
    warning(
      span,
      isSame
        ? "Past 2^53 whole numbers lose digits in many languages; write it as a text"
        : `Too large to be stored exactly: it becomes ${value}; write it as a text`,
    ),
  ];
}

const knownSecrets: readonly [string, RegExp][] = [
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["an AWS key", /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/],
  ["a GitHub token", /\b(?:gh[pousr]_[A-Za-z\d]{36,}|github_pat_\w{22,})/],
  ["a GitLab token", /\bglpat-[\w-]{20,}/],
  ["a Slack token", /\bxox[abeoprs]-[\w-]{10,}/],
  ["a Stripe key", /\b[rs]k_live_[A-Za-z\d]{16,}/],
  ["a Google key", /\bAIza[\w-]{35}\b/],
  ["an API key", /\bsk-[\w-]{20,}/],
  ["an npm token", /\bnpm_[A-Za-z\d]{36}\b/],
  ["a signed token", /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/],
  ["an address with a password", /:\/\/[^\s/:@]+:[^\s/:@]+@/],
];

const secretName =
  /(?:^|[_-]|(?<=[a-z]))(?:secret|password|passwd|(?:api|private|secret)[_-]?key|(?:access|auth|refresh)[_-]?token)s?$/i;

/** Shannon entropy in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => {
    const share = count / text.length;
    return sum - share * Math.log2(share);
  }, 0);
}

const looksRandom = (text: string) =>
  /^[\w+/=-]{24,512}$/.test(text) &&
  /\d/.test(text) &&
  /[a-z]/.test(text) &&
  /[A-Z]/.test(text) &&
  entropyOf(text) >= 4;

/** The kind of secret that a text looks like, judging also by its property name. */
function secretIn(text: string, name = ""): string | undefined {
  if (text.length < 8) return undefined;
  const known = knownSecrets.find(([, shape]) => shape.test(text))?.[0];
  if (known) return known;
  return (secretName.test(name) && !/\s/.test(text)) || looksRandom(text) ? "a secret" : undefined;
}

function numberFindings(raw: string, value: number, span: Span): Finding[] {
  if (Number.isFinite(value)) return changedInteger(raw, value, span);
  return [error(span, /\d/.test(raw) ? "Too large for a number" : `${raw} has no JSON form`)];
}

function textFindings(text: string, name: string | undefined, span: Span): Finding[] {
  const secret = secretIn(text, name);
  const warnings = secret ? [warning(span, `Looks like ${secret}; every client can read a config`)] : [];
  return [...unstorableText(text, span), ...warnings];
}

/** All findings of a tree, in no particular order. */
export function checksOf(text: string, node: ValueNode, name?: string): Finding[] {
  if (node.kind === "list") return node.items.flatMap((item) => checksOf(text, item, name));
  if (node.kind === "object") return objectFindings(text, node);
  if (typeof node.value === "number") return numberFindings(sliceOf(text, node), node.value, node);
  return typeof node.value === "string" ? textFindings(node.value, name, node) : [];
}
