import { Fragment } from "react";
import type { StoredKey } from "#contract/stored-key.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { keyGroups } from "./key-groups.ts";
import { KeyRow } from "./key-row.tsx";
import { kinds } from "./key-words.ts";
import { RotationDetails } from "./rotation-details.tsx";

interface KeysTableProps {
  keys: readonly StoredKey[];
  /** Id of the key that this console uses. */
  own: string | undefined;
  /** Absent if the user may not change keys. */
  onRotate: ((key: StoredKey) => void) | undefined;
  onRevoke: ((keys: readonly StoredKey[]) => void) | undefined;
  /** When the keys were loaded, in ms since the epoch. */
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

/** The keys grouped by kind, each with a description of its permissions. */
export function KeysTable({ keys, own, onRotate, onRevoke, now }: KeysTableProps) {
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
          <th scope="col" className="w-10 border-y border-border">
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
            {keyGroups(ofKind).map((group) => {
              const { newest, old } = group;
              const rotate = onRotate && (() => onRotate(newest));
              return (
                <Fragment key={newest.id}>
                  <KeyRow
                    of={newest}
                    isOwn={newest.id === own}
                    isRotating={old.length > 0}
                    onRotate={rotate}
                    onRevoke={onRevoke && (() => onRevoke([newest]))}
                    now={now}
                  />
                  {old.length > 0 ? (
                    <tr className="bg-surface-sunken max-tablet:block">
                      <td
                        colSpan={columns.length + 1}
                        className="border-b border-border pb-3 pl-4 max-tablet:block max-tablet:pl-0 tablet:pr-3"
                      >
                        <RotationDetails group={group} own={own} onRotate={rotate} onRevoke={onRevoke} />
                      </td>
                    </tr>
                  ) : null}
                </Fragment>
              );
            })}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
