import { useState } from "react";
import type { ChangedUser } from "#targeting/backtest/backtest-gate.ts";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { pageOf, Paging } from "#console/foundation/table/paging.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { Table } from "#console/foundation/table/table.tsx";
import { CopyableId } from "#console/foundation/ui/copy.tsx";
import type { EvaluatedUser } from "./event-users.ts";

type Row = ChangedUser<EvaluatedUser>;

const shownText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Lists the logged attributes of a user: "country DE, platform web". */
const reportedText = ({ reported }: EvaluatedUser) =>
  Object.entries(reported.metadata)
    .map(([name, value]) => `${name} ${shownText(value)}`)
    .join(", ");

const effectText = { gain: "Gains it", lose: "Loses it" } as const;

const columns: Column<Row>[] = [
  {
    id: "user",
    header: "User",
    cell: ({ user }) => <CopyableId id={user.reported.userID} />,
    width: "148px",
    phone: "first",
  },
  {
    id: "effect",
    header: "Side",
    cell: ({ effect }) => (
      <span className={effect === "lose" ? "text-warning" : ""}>{effectText[effect]}</span>
    ),
    width: "92px",
    phone: "end",
  },
  {
    id: "why",
    header: "What decided",
    cell: ({ cause }) => (
      <span title={cause.message} className="max-tablet:whitespace-normal">
        {cause.message}
      </span>
    ),
    phone: "second",
  },
  {
    id: "reported",
    header: "What the events say",
    cell: ({ user }) => (
      <span className="text-text-muted" title={reportedText(user)}>
        {reportedText(user)}
      </span>
    ),
    width: "30%",
  },
];

interface ChangedUsersProps {
  rows: readonly Row[];
  gain: number;
  lose: number;
}

/** A table of the users whose result would change, with the condition that decides for each. */
export function ChangedUsers({ rows, gain, lose }: ChangedUsersProps) {
  const [effect, setEffect] = useState<"all" | "gain" | "lose">("all");
  const [page, setPage] = useState(1);
  const [limit, setLimit] = useState(10);
  const shown = effect === "all" ? rows : rows.filter((row) => row.effect === effect);
  const left = gain + lose - rows.length;
  return (
    <>
      {gain > 0 && lose > 0 ? (
        <div className="pb-3">
          <Segment
            label="Which users"
            value={effect}
            onChange={(next) => {
              setEffect(next);
              setPage(1);
            }}
            options={[
              { value: "all", label: "All" },
              { value: "gain", label: "Gain it" },
              { value: "lose", label: "Lose it" },
            ]}
          />
        </div>
      ) : null}
      <Table
        caption="Users who would switch"
        rows={pageOf(shown, page, limit)}
        columns={columns}
        rowKey={({ user }) => user.reported.userID}
        emptyText="Nobody of these."
      />
      {shown.length > 10 ? (
        <Paging
          total={shown.length}
          page={page}
          limit={limit}
          onPage={setPage}
          onLimit={(next) => {
            setLimit(next);
            setPage(1);
          }}
          noun="users"
        />
      ) : null}
      {left > 0 ? (
        <p className="pt-2 text-text-muted">
          The first {rows.length} are listed; {left} more change too.
        </p>
      ) : null}
    </>
  );
}
