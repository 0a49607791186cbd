import { Link, useParams } from "@tanstack/react-router";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { hasProduction, isNone, type Environments } from "#targeting/evaluate/changed-environments.ts";
import { gateIDsIn, type ReferringRule } from "#targeting/evaluate/references.ts";
import type { Accepted, Editable } from "#console/editing/session/entity-adapter.ts";
import { curlOf } from "#console/foundation/api/curl.ts";
import { formatDateTime, formatTime } from "#console/foundation/ui/time-format.ts";
import { changedEnvironmentsText } from "#console/rules/fields/environments.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { agree } from "#console/foundation/ui/wording.ts";

export interface Check {
  isFine: boolean;
  title: string;
  note: ReactNode;
}

export const dryRunCheck = ({ time, took }: Pick<Accepted<unknown, unknown>, "time" | "took">): Check => ({
  isFine: true,
  title: "Dry run accepted",
  note: `The service checked everything and stored nothing. ${formatTime(time)}, ${took} ms.`,
});

/** Tells whether a save by somebody else since the draft began would be detected, which needs a version number. */
export function versionCheck({ version, lastModifiedTime }: Editable): Check {
  if (!version)
    return {
      isFine: false,
      title: "A save in between would go unnoticed",
      note: "This service answers no version to compare with.",
    };
  const saved = lastModifiedTime ? ` of ${formatDateTime(lastModifiedTime)}` : "";
  return {
    isFine: true,
    title: "Nobody saved in between",
    note: `You started from version ${version}${saved}.`,
  };
}

/** Tells whether the save changes evaluation results in production. The rows of changes and the save button name the same environments. */
export const productionCheck = (environments: Environments): Check =>
  hasProduction(environments)
    ? { isFine: false, title: "Reaches production", note: "The changes apply right after saving." }
    : {
        isFine: true,
        title: "Stays out of production",
        note: isNone(environments)
          ? "Nobody's answer changes."
          : `After saving, answers change ${changedEnvironmentsText(environments)} only.`,
      };

function CheckLine({ isFine, title, note }: Check) {
  const Icon = isFine ? CircleCheck : TriangleAlert;
  return (
    <li className="flex gap-2">
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${isFine ? "text-ok" : "text-warning"}`} />
      <span className="min-w-0 break-words">
        {title}
        <span className="block text-12 text-text-muted">{note}</span>
      </span>
    </li>
  );
}

/** A field of the update; "unknown": the service never returned it, and the update removes or replaces it. */
export interface SentField {
  label: string;
  origin: "changed" | "kept" | "unknown";
}

/** The request that a save sends. */
export interface SentRequest {
  /** One sentence that describes the content of the request. */
  note: string;
  fields: readonly SentField[];
  /** When the values of the kept fields were saved, in ms since the epoch. */
  keptFrom?: number | null | undefined;
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body: unknown;
}

const origins = {
  changed: { words: "Changed by you", look: "font-medium" },
  unknown: { words: "Not known", look: "font-medium text-warning" },
} as const;

/** Maps each gate that the rules refer to, to the 1-based numbers of those rules. */
function rulesByGate(rules: readonly ReferringRule[]): Map<string, number[]> {
  const gates = new Map<string, number[]>();
  rules.forEach((rule, index) => {
    for (const id of gateIDsIn([rule])) gates.set(id, [...(gates.get(id) ?? []), index + 1]);
  });
  return gates;
}

interface ReviewChecksProps {
  checks: readonly Check[];
  sent: SentRequest;
  /** The rules as they would be stored. */
  rules: readonly ReferringRule[];
  nameOf: NameOf;
  /** A sentence that tells how to undo the save. */
  undo: string;
}

/** Lists the checks of a review, and tells for each field of the request whether it was changed or kept. */
export function ReviewChecks({ checks, sent, rules, nameOf, undo }: ReviewChecksProps) {
  const { note, fields, keptFrom, method, path, headers, body } = sent;
  const kept = fields.filter(({ origin }) => origin === "kept").map(({ label }) => label);
  const request = {
    method,
    url: `${location.origin}${path}`,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
  const gates = rulesByGate(rules);
  const { company = "" } = useParams({ strict: false });
  return (
    <aside aria-label="Checks" className="border-border pb-6 max-desk:border-t desk:border-l desk:pl-6">
      <h2 className="flex h-12 items-center font-strong">Checks</h2>
      <ul className="grid gap-3">
        {checks.map((check) => (
          <CheckLine key={check.title} {...check} />
        ))}
      </ul>
      <h2 className="mt-4 flex h-12 items-center border-t border-border font-strong">What is sent</h2>
      <p className="pb-2 text-12 text-text-muted">{note}</p>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1">
        {fields.map(({ label, origin }) =>
          origin === "kept" ? null : (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd className={`text-right ${origins[origin].look}`}>{origins[origin].words}</dd>
            </div>
          ),
        )}
        {kept.length > 0 ? (
          <div className="col-span-2 text-12 text-text-muted">
            <dt>{keptFrom ? `Kept from ${formatDateTime(keptFrom)}` : "Kept"}</dt>
            <dd>{kept.join(", ")}</dd>
          </div>
        ) : null}
      </dl>
      <div className="-ml-2 pt-2">
        <CopyButton text={() => curlOf(request)} label="Copy as cURL, key hidden" />
      </div>
      {gates.size > 0 ? (
        <>
          <h2 className="mt-4 flex h-12 items-center border-t border-border font-strong">Depends on</h2>
          <ul className="grid gap-1">
            {[...gates].map(([id, numbers]) => (
              <li key={id} className="flex justify-between gap-3">
                <Link to="/$company/gates/$id" params={{ company, id }} className="link min-w-0 break-words">
                  {nameOf(id) ?? id}
                </Link>
                <span className="whitespace-nowrap text-text-muted">
                  Gate in {agree(numbers.length, "rule", "rules")} {numbers.join(", ")}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <h2 className="mt-4 flex h-12 items-center border-t border-border font-strong">To undo</h2>
      <p className="text-text-muted">{undo}</p>
    </aside>
  );
}
