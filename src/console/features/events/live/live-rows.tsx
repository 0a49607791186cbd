// The rows of a live view: events, which expand in place, and gaps between them.
import { Link, useParams } from "@tanstack/react-router";
import { CirclePause } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { EventRecord } from "#contract/event.ts";
import { Expander } from "#console/foundation/table/expander.tsx";
import { Muted } from "#console/foundation/table/shared-columns.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { formatInstant } from "#console/foundation/ui/instant-format.ts";
import { formatFull } from "#console/foundation/ui/time-format.ts";
import type { EventRow, GapRow, LiveRow } from "./live-log.ts";
import { gapText } from "./live-words.ts";

/** Without the day and the milliseconds, for which a phone has no room; the expanded row shows the day. */
const clock = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

const cell = "h-row truncate border-b border-border px-3 first:pl-0 last:pr-0";

/** As wide as the table: a cell that spans columns hidden on a narrow page would make room for them again. */
const wholeLine = "w-[100cqw] border-b";

/** Renders the details below an expanded row. */
export type RenderDetails = (event: EventRecord & { key: string }) => ReactNode;

interface RowProps {
  row: EventRow;
  renderDetails: RenderDetails;
  isOpen: boolean;
  onToggle: (key: string) => void;
}

const LiveEventRow = memo(function LiveEventRow({
  row: { key, event },
  isOpen,
  onToggle,
  renderDetails,
}: RowProps) {
  const { company = "-" } = useParams({ strict: false });
  const { timestamp, name, userID, value, source, number: _number, ...others } = event;
  const time = formatInstant(Number(timestamp));
  return (
    <>
      <tr>
        <td className={cell} title={formatFull(Number(timestamp))}>
          <span className="figures">
            <Expander
              label={`Details of ${name} at ${time}`}
              isOpen={isOpen}
              onToggle={() => onToggle(key)}
            />
            <span className="max-tablet:hidden">{time}</span>
            <span className="tablet:hidden">{clock.format(Number(timestamp))}</span>
          </span>
        </td>
        <td className={cell}>
          <Link
            to="/$company/events/$name"
            params={{ company, name }}
            className="font-medium hover:underline"
          >
            {name}
          </Link>
        </td>
        <td className={`${cell} max-tablet:hidden`}>
          {userID ? <Mono>{userID}</Mono> : <Muted>no user</Muted>}
        </td>
        <td className={`num ${cell} max-[359px]:hidden`}>{value}</td>
        <td className={`${cell} max-desk:hidden`}>
          <Muted>{source}</Muted>
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td>
            <div className={`border-border bg-surface-sunken ${wholeLine}`}>
              {renderDetails({ key, timestamp, name, userID, value, source, ...others })}
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
});

const LiveGapRow = memo(function LiveGapRow({ row }: { row: GapRow }) {
  return (
    <tr>
      <td>
        <div
          className={`border-dashed border-border-strong bg-surface-sunken px-2 py-2 text-12 ${wholeLine}`}
        >
          <CirclePause size={14} aria-hidden className="mr-2 inline text-text-muted" />
          <span className="figures">{formatInstant(row.from)}</span> {gapText(row)}
        </div>
      </td>
    </tr>
  );
});

interface LiveRowsProps {
  rows: readonly LiveRow[];
  opened: string | undefined;
  onToggle: (key: string) => void;
  renderDetails: RenderDetails;
}

export const LiveRows = ({ rows, opened, onToggle, renderDetails }: LiveRowsProps) => (
  <div className="@container">
    <table aria-label="Events as they arrive" className="w-full table-fixed">
      <thead className="text-12 text-text-muted">
        <tr>
          {(
            [
              ["Time", "text-start w-[128px] tablet:w-[216px]"],
              ["Event", "text-start"],
              ["User", "text-start max-tablet:hidden"],
              ["Value", "text-end w-[72px] tablet:w-[88px] max-[359px]:hidden"],
              ["Source", "w-[112px] text-start max-desk:hidden"],
            ] as const
          ).map(([name, className]) => (
            <th
              key={name}
              scope="col"
              className={`h-8 border-b border-border px-3 font-medium first:pl-0 last:pr-0 ${className}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) =>
          row.kind === "gap" ? (
            <LiveGapRow key={row.key} row={row} />
          ) : (
            <LiveEventRow
              key={row.key}
              row={row}
              isOpen={row.key === opened}
              onToggle={onToggle}
              renderDetails={renderDetails}
            />
          ),
        )}
      </tbody>
    </table>
  </div>
);
