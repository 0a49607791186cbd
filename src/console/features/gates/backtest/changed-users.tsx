import { useState } from "react";
import type { ChangedRow } from "#targeting/backtest/changed-sides.ts";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { pageOf, Paging } from "#console/foundation/table/paging.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { Table } from "#console/foundation/table/table.tsx";
import { CopyableId } from "#console/foundation/ui/copy.tsx";
import type { JudgedUser } from "./event-users.ts";

type Row = ChangedRow<JudgedUser>;

const shownText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** "country DE, platform web". */
const toldText = ({ told }: JudgedUser) =>
  Object.entries(told.metadata)
    .map(([name, value]) => `${name} ${shownText(value)}`)
    .join(", ");

const sideText = { gain: "Gains it", lose: "Loses it" } as const;

const columns: Column<Row>[] = [
  {
    id: "user",
    header: "User",
    cell: ({ user }) => <CopyableId id={user.told.userID} />,
    width: "148px",
    phone: "first",
  },
  {
    id: "side",
    header: "Side",
    cell: ({ side }) => <span className={side === "lose" ? "text-warning" : ""}>{sideText[side]}</span>,
    width: "92px",
    phone: "end",
  },
  {
    id: "why",
    header: "What decided",
    cell: ({ because }) => (
      <span title={because.words} className="max-tablet:whitespace-normal">
        {because.words}
      </span>
    ),
    phone: "second",
  },
  {
    id: "told",
    header: "What the events say",
    cell: ({ user }) => (
      <span className="text-text-muted" title={toldText(user)}>
        {toldText(user)}
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

/** Who changes, one row a user, with the condition that decided. */
export function ChangedUsers({ rows, gain, lose }: ChangedUsersProps) {
  const [side, setSide] = useState<"all" | "gain" | "lose">("all");
  const [page, setPage] = useState(1);
  const [limit, setLimit] = useState(10);
  const shown = side === "all" ? rows : rows.filter((row) => row.side === side);
  const left = gain + lose - rows.length;
  return (
    <>
      {gain > 0 && lose > 0 ? (
        <div className="pb-3">
          <Segment
            label="Which users"
            value={side}
            onChange={(next) => {
              setSide(next);
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
        caption="Users who change side"
        rows={pageOf(shown, page, limit)}
        columns={columns}
        rowKey={({ user }) => user.told.userID}
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
