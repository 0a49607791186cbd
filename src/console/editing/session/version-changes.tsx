import type { Changes } from "#console/editing/diff-merge/changes.ts";
import { plural } from "#console/foundation/ui/wording.ts";

interface ChangeOfVersion {
  /** The changed field, such as "Rule 2, North: Rollout". */
  what: string;
  /** The old value; empty where `after` alone describes the change. */
  before: string;
  after: string;
}

const changesIn = ({ audiences }: Changes): ChangeOfVersion[] =>
  audiences.flatMap(({ place, who, changes }) =>
    changes.map(({ what, before, after }) =>
      what === "Rule"
        ? { what: place, before: "", after }
        : { what: [place || who, what].filter(Boolean).join(": "), before, after },
    ),
  );

const quoted = "rounded-sm bg-tint box-decoration-clone px-1 py-px no-underline";

/** Shows one change, with the old and the new value visually separated from the surrounding words. */
const ChangeLine = ({ what, before, after }: ChangeOfVersion) => (
  <li className="break-words">
    {before === "" ? (
      `${what} ${after}`
    ) : (
      <>
        {what} <del className={quoted}>{before}</del> became{" "}
        <ins className={`${quoted} font-medium`}>{after}</ins>
      </>
    )}
  </li>
);

const shownAtOnce = 5;

/** The changes of a version; `otherwise` is shown where the previous version is not loaded. */
export function VersionChanges({ changes, otherwise }: { changes: Changes | undefined; otherwise: string }) {
  if (!changes) return <p className="mt-1">{otherwise}</p>;
  const all = changesIn(changes);
  if (all.length === 0) return <p className="mt-1">Nothing that is shown here changed.</p>;
  const list = (some: readonly ChangeOfVersion[]) => (
    <ul className="mt-1 grid gap-1">
      {some.map((change) => (
        <ChangeLine key={Object.values(change).join()} {...change} />
      ))}
    </ul>
  );
  const more = all.slice(shownAtOnce);
  return (
    <>
      {list(all.slice(0, shownAtOnce))}
      {more.length > 0 ? (
        <details>
          <summary className="cursor-pointer text-text-muted">{plural(more.length, "more change")}</summary>
          {list(more)}
        </details>
      ) : null}
    </>
  );
}
