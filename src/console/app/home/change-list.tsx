// The recent changes in words, grouped by day, with their authors. Loaded after the rest of the home page, because it depends
// on the code for rules and JSON5.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { formatFull, formatTime } from "#console/foundation/ui/time-format.ts";
import { agree, andList, plural } from "#console/foundation/ui/wording.ts";
import { changeWords, type RecentChange } from "#console/editing/diff-merge/change-words.ts";
import { openExperiments } from "./home-queries.ts";

const route = getRouteApi("/$company");

const pages = {
  gate: "/$company/gates/$id",
  dynamic_config: "/$company/dynamic_configs/$id",
  experiment: "/$company/experiments/$id",
} as const;
const nouns = { gate: "Gate", dynamic_config: "Config", experiment: "Experiment" };

const linesShown = 2;

/** Open experiments that the change may have affected. */
function ExperimentsOn({ kind, id, version }: Pick<RecentChange, "kind" | "id" | "version">) {
  const { data } = useQuery({ ...openExperiments, enabled: false });
  const names = (data?.data ?? []).flatMap(({ name, targetingGateID, healthChecks = [] }) => {
    const isChanged = healthChecks?.some(({ changes }) =>
      changes?.some((change) => change.kind === kind && change.id === id && change.version === version),
    );
    return isChanged || (kind === "gate" && targetingGateID === id) ? [name] : [];
  });
  return names.length ? (
    <p className="col-span-2 text-12/[18px] text-warning">
      {andList(names)} {agree(names.length, "runs", "run")} on it.
    </p>
  ) : null;
}

function Change({ change }: { change: RecentChange }) {
  const { company } = route.useParams();
  const { kind, id, version, time, action, isCurrent, before, after } = change;
  const link = { to: pages[kind], params: { company, id } };
  const name = (after ?? before)?.name ?? id;
  const { lines, audience, isEffective } = changeWords(change);
  const more = lines.length - linesShown;
  const canUndo = isCurrent && before && after && kind !== "experiment";
  const isUnknown = action === "changed" && !(before && after);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-border py-2.5">
      <span className="truncate font-medium">{after?.lastModifierName ?? "Unknown"}</span>
      <time
        dateTime={new Date(time).toISOString()}
        title={formatFull(time)}
        className="figures text-12/5 text-text-muted"
      >
        {formatTime(time)}
      </time>
      <p className="col-span-2 break-words">
        {action === "deleted" ? (
          <b className="font-medium">{name}</b>
        ) : (
          <Link {...link} className="link font-medium">
            {name}
          </Link>
        )}
        {action === "changed" ? "" : `, ${nouns[kind].toLowerCase()} ${action}`}
      </p>
      {lines.slice(0, linesShown).map(({ what, before: old, after: now }) => (
        <p key={`${what} ${now}`} className="col-span-2 line-clamp-2 break-words">
          {what} {old ? <span className="text-text-muted">{old} → </span> : null}
          <b className="font-medium">{now}</b>
        </p>
      ))}
      {more > 0 ? <p className="col-span-2 text-text-muted">{plural(more, "more change")}</p> : null}
      {isEffective ? <ExperimentsOn {...change} /> : null}
      <p className="line-clamp-3 text-12/[18px] text-text-muted">
        {audience ? `${audience}. ` : isUnknown ? "What changed is not on record. " : ""}
        {after?.lastModifiedReason ? `“${after.lastModifiedReason}”` : ""}
      </p>
      {canUndo ? (
        <Link
          {...link}
          search={{ tab: "history", restore: version - 1 }}
          aria-label={`Undo this change of ${name}`}
          className="self-end justify-self-end text-12/[18px] link font-medium"
        >
          Undo
        </Link>
      ) : null}
    </li>
  );
}

const dayOf = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "short" });

/** Groups the changes by day and keeps their order. */
function byDay(changes: readonly RecentChange[], now: number): [day: string, changes: RecentChange[]][] {
  const days = new Map<string, RecentChange[]>();
  for (const change of changes) {
    const day = dayOf.format(change.time);
    days.set(day, [...(days.get(day) ?? []), change]);
  }
  const today = dayOf.format(now);
  return [...days].map(([day, some]) => [day === today ? "Today" : day, some]);
}

interface ChangeListProps {
  changes: readonly RecentChange[];
  now: number;
}

export const ChangeList = ({ changes, now }: ChangeListProps) =>
  byDay(changes, now).map(([day, some]) => (
    <section key={day} aria-label={day}>
      <h3 className="pt-3 pb-2 text-12 font-medium text-text-muted">{day}</h3>
      <ul>
        {some.map((change) => (
          <Change key={`${change.kind} ${change.id} ${change.version} ${change.action}`} change={change} />
        ))}
      </ul>
    </section>
  ));
