import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { StoredKey } from "#contract/stored-key.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { Status, type StatusTone } from "#console/foundation/ui/status.tsx";
import { formatDate, formatFull, relativeTime } from "#console/foundation/ui/time-format.ts";
import { environmentLabel, isRefused, libraryLabel, shortKey, unusedDays } from "./key-words.ts";

/** On a phone a row is three lines: name and button, key and environment, last use. */
export const rowClass =
  "max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:gap-x-3 max-tablet:border-b max-tablet:border-border max-tablet:py-2.5";
const cell = "truncate tablet:h-row tablet:border-b tablet:border-border tablet:pr-3";

function noteOf(key: StoredKey, now: number): [StatusTone, string] {
  const unused = unusedDays(key, now);
  if (key.revokedTime !== null) return ["finished", `Revoked ${formatDate(key.revokedTime)}`];
  if (unused !== undefined) return ["off", `Unused for ${unused} days`];
  if (key.kind !== "console") return ["live", ""];
  return ["live", key.rights === "read" ? "Read" : "Read and write"];
}

function LastUse({ of, isOwn }: { of: StoredKey; isOwn: boolean }) {
  const { lastUse } = of;
  if (isOwn) return "Now";
  if (!lastUse) return <span className="text-text-muted">Never</span>;
  const text = <span title={formatFull(lastUse.time)}>{relativeTime(lastUse.time)}</span>;
  return isRefused(of) ? (
    <span className="inline-flex items-center gap-1.5 font-medium text-warning">
      <TriangleAlert size={14} aria-hidden />
      <span>{text}, refused</span>
    </span>
  ) : (
    text
  );
}

const By = ({ of: { lastUse }, isOwn }: { of: StoredKey; isOwn: boolean }): ReactNode =>
  isOwn
    ? "This console"
    : lastUse
      ? [libraryLabel(lastUse.library).replace(/^@\w+\//, ""), lastUse.version].filter(Boolean).join(" ")
      : "";

interface KeyRowProps {
  of: StoredKey;
  /** The key that this console uses. */
  isOwn: boolean;
  /** Absent where nothing may be revoked. */
  onRevoke: (() => void) | undefined;
  now: number;
}

export function KeyRow({ of, isOwn, onRevoke, now }: KeyRowProps) {
  const [tone, note] = noteOf(of, now);
  const isOver = of.revokedTime !== null;
  return (
    <tr className={`hover:bg-surface-hover ${rowClass}`}>
      <td className={cell}>
        <Status tone={tone}>
          <b className={`font-medium ${isOver ? "text-text-muted" : ""}`}>{of.name}</b>
        </Status>
        {note ? <span className="ml-2 text-12 text-text-muted">{note}</span> : null}
      </td>
      <td className={`${cell} text-text-muted max-tablet:col-start-1 max-tablet:row-start-2`}>
        <Mono>{shortKey(of)}</Mono>
        <span className="ml-2 tablet:hidden">{environmentLabel(of)}</span>
      </td>
      <td className={`${cell} max-tablet:hidden ${isOver ? "text-text-muted" : ""}`}>
        {environmentLabel(of)}
      </td>
      <td className={`${cell} text-text-muted max-desk:hidden`}>{of.creatorName ?? "A command"}</td>
      <td className={`${cell} max-tablet:col-span-2 max-tablet:row-start-3`}>
        <LastUse of={of} isOwn={isOwn} />
        <span className="ml-2 text-text-muted tablet:hidden">
          <By of={of} isOwn={isOwn} />
        </span>
      </td>
      <td className={`${cell} text-text-muted max-tablet:hidden`}>
        <By of={of} isOwn={isOwn} />
      </td>
      <td
        className={`${cell} tablet:pr-0! tablet:text-right max-tablet:col-start-2 max-tablet:row-span-2 max-tablet:row-start-1`}
      >
        {onRevoke && !isOver && !isOwn ? (
          <Button
            variant="quiet"
            size="small"
            className="tablet:-mr-2"
            aria-label={`Revoke ${of.name}`}
            onClick={onRevoke}
          >
            Revoke
          </Button>
        ) : null}
      </td>
    </tr>
  );
}
