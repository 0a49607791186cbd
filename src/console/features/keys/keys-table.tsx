import { Fragment } from "react";
import type { StoredKey } from "#contract/stored-key.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { KeyRow } from "./key-row.tsx";
import { kinds } from "./key-words.ts";

interface KeysTableProps {
  keys: readonly StoredKey[];
  /** Name of the key that this console uses. */
  own: string | undefined;
  /** Absent where nothing may be revoked. */
  onRevoke: ((key: StoredKey) => void) | undefined;
  /** ms; when they were read. */
  now: number;
}

const columns: [label: string, className: string][] = [
  ["Name", ""],
  ["Key", "w-34"],
  ["Environment", "w-32"],
  ["Made by", "w-38 max-desk:hidden"],
  ["Last use", "w-52"],
  ["By", "w-44"],
];

/** The keys by kind, each kind with what it may do. */
export function KeysTable({ keys, own, onRevoke, now }: KeysTableProps) {
  const groups = kinds
    .map((group) => ({ ...group, keys: keys.filter(({ kind }) => kind === group.kind) }))
    .filter((group) => group.keys.length > 0);
  return (
    <table className="w-full border-separate border-spacing-0 max-tablet:block tablet:table-fixed">
      <caption className="sr-only">Keys by kind</caption>
      <thead className="max-tablet:sr-only">
        <tr>
          {columns.map(([label, className]) => (
            <th
              key={label}
              scope="col"
              className={`h-8 border-y border-border pr-3 text-left text-12 font-medium text-text-muted ${className}`}
            >
              {label}
            </th>
          ))}
          <th scope="col" className="w-18 border-y border-border">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-tablet:block">
        {groups.map(({ kind, label, help, keys: ofKind }) => (
          <Fragment key={kind}>
            <tr className="max-tablet:block">
              <th
                colSpan={columns.length + 1}
                scope="colgroup"
                className="h-10 border-b border-border pb-2 text-left align-bottom font-regular max-tablet:block max-tablet:h-auto max-tablet:pt-5"
              >
                <h2 className="inline font-strong">{label}</h2>
                <span className="figures mr-3 ml-1.5 text-text-muted">
                  {formatCount(ofKind.filter(({ revokedTime }) => revokedTime === null).length)}
                </span>
                <span className="text-12 text-text-muted">{help}</span>
              </th>
            </tr>
            {ofKind.map((key) => (
              <KeyRow
                key={key.id}
                of={key}
                isOwn={kind === "console" && key.revokedTime === null && key.name === own}
                onRevoke={onRevoke && (() => onRevoke(key))}
                now={now}
              />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
