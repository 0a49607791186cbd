import { Ellipsis, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { StoredKey } from "#contract/stored-key.ts";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { Status, type StatusTone } from "#console/foundation/ui/status.tsx";
import { formatDate, formatFull, relativeTime } from "#console/foundation/ui/time-format.ts";
import { environmentLabel, isRefused, creatorLabel, shortKey, unusedDays, libraryText } from "./key-words.ts";

/** On a phone a row has three lines: name and button; key and environment; last use. */
export const rowClass =
  "max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:gap-x-3 max-tablet:border-b max-tablet:border-border max-tablet:py-2.5";
const cellClass = "truncate tablet:h-row tablet:border-b tablet:border-border tablet:pr-3";

function noteOf(key: StoredKey, isRotating: boolean, now: number): [StatusTone, string] {
  const unused = unusedDays(key, now);
  if (key.revokedTime !== null) return ["finished", `Revoked ${formatDate(key.revokedTime)}`];
  if (isRotating) return ["live", key.readsRules ? "Reads rules, rotating" : "Rotating"];
  if (unused !== undefined) return ["off", `Unused for ${unused} days`];
  if (key.kind !== "console") return ["live", key.readsRules ? "Reads rules" : ""];
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
  isOwn ? "This console" : lastUse ? libraryText(lastUse) : "";

interface KeyRowProps {
  of: StoredKey;
  /** The key that this console uses. */
  isOwn: boolean;
  /** The key is replacing another one, as described in the row below. */
  isRotating: boolean;
  /** Absent if the user may not change keys. */
  onRotate: (() => void) | undefined;
  onRevoke: (() => void) | undefined;
  now: number;
}

export function KeyRow({ of, isOwn, isRotating, onRotate, onRevoke, now }: KeyRowProps) {
  const [tone, note] = noteOf(of, isRotating, now);
  const isOver = of.revokedTime !== null;
  const items = [
    ...(onRotate ? [{ label: "Rotate", onSelect: onRotate }] : []),
    ...(onRevoke && !isOwn ? [{ label: "Revoke", onSelect: onRevoke, danger: true }] : []),
  ];
  const cell = isRotating ? cellClass.replace("tablet:border-b ", "") : cellClass;
  return (
    <tr
      className={
        isRotating
          ? `bg-surface-sunken ${rowClass} max-tablet:border-b-0`
          : `hover:bg-surface-hover ${rowClass}`
      }
    >
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
      <td className={`${cell} text-text-muted max-desk:hidden`}>{creatorLabel(of)}</td>
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
        {items.length > 0 && !isOver && !isRotating ? (
          <Menu
            trigger={
              <IconButton
                label={`${items.map(({ label }) => label).join(", ")}: ${of.name}`}
                icon={Ellipsis}
                size="small"
                className="tablet:-mr-1.5"
              />
            }
            items={items}
          />
        ) : null}
      </td>
    </tr>
  );
}
