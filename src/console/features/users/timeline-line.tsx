// A line of the timeline: an event, several of the same name, an exposure, a check, or a change of an attribute.
import { getRouteApi, Link } from "@tanstack/react-router";
import { Activity, ArrowLeftRight, FlaskConical, SlidersHorizontal, ToggleRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { EventRecord } from "#contract/event.ts";
import { printTerm } from "#contract/event-where.ts";
import { outcomeText, ruleText } from "#console/rules/checks/check-words.ts";
import { Expander } from "#console/foundation/table/expander.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { formatFull, formatter } from "#console/foundation/ui/time-format.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { capitalise, formatCount } from "#console/foundation/ui/wording.ts";
import { isChange, type Entry, type Line } from "./sessions.ts";
import type { UserSearch } from "./user-search.ts";

const route = getRouteApi("/$company/users/$id");

/** As in the heads of the sessions, with the seconds. */
const formatSeconds = formatter({ timeStyle: "medium" });

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

type Page = "/$company/gates/$id" | "/$company/dynamic_configs/$id" | "/$company/experiments/$id";
const pages = {
  gate: ["/$company/gates/$id", ToggleRight],
  dynamic_config: ["/$company/dynamic_configs/$id", SlidersHorizontal],
  experiment: ["/$company/experiments/$id", FlaskConical],
} as const;
const pageOf = (kind: string) => pages[kind === "gate" || kind === "dynamic_config" ? kind : "experiment"];

interface Told {
  Icon: typeof Activity;
  name: ReactNode;
  detail: ReactNode;
  end?: ReactNode;
}

function EntityLink({ to, id, name }: { to: Page; id: string; name: string }) {
  const { company } = route.useParams();
  return (
    <Link to={to} params={{ company, id }} className="font-medium hover:underline">
      {name}
    </Link>
  );
}

const summaryOf = ({ metadata }: EventRecord) =>
  Object.values(metadata ?? {})
    .filter((value) => value !== null && value !== "")
    .slice(0, 5)
    .map(textOf)
    .join(" · ");

function toldOf(entry: Entry): Told {
  if (isChange(entry))
    return {
      Icon: ArrowLeftRight,
      name: entry.key,
      detail: (
        <>
          {entry.from} → <b className="font-medium text-text">{entry.to}</b>
        </>
      ),
    };
  const { event, exposure, check } = entry;
  if (exposure)
    return {
      Icon: FlaskConical,
      name: <EntityLink to="/$company/experiments/$id" id={exposure.experiment} name={exposure.name} />,
      detail: (
        <>
          Exposed to <b className="font-medium text-text">{exposure.groupName}</b>
          {[exposure.environment, exposure.reason].filter(Boolean).map((text) => ` · ${text}`)}
        </>
      ),
    };
  if (check) {
    const [to, Icon] = pageOf(check.kind);
    const outcome = outcomeText(check.kind === "gate" ? "gate" : "config", {
      outcome: check.outcome === "pass" || check.outcome === "fail" ? check.outcome : "none",
    });
    const rule = ruleText(check.ruleID, check.ruleName);
    const more = [rule, check.environment, check.reason].filter(Boolean).join(" · ");
    return {
      Icon,
      name: <EntityLink to={to} id={check.id} name={check.name} />,
      detail: (
        <span title={`${check.library} ${check.version}`}>
          <b className="font-medium text-text">{capitalise(outcome)}</b>, {more}
        </span>
      ),
    };
  }
  return {
    Icon: Activity,
    name: event?.name,
    detail: event ? summaryOf(event) : "",
    end: event?.value ?? undefined,
  };
}

/** The fields of an event; a click turns one into a condition. */
function Fields({ event, onInclude }: { event: EventRecord; onInclude: (term: string) => void }) {
  const setSearch = useSetSearch<UserSearch>({ resetScroll: false });
  const fields = Object.entries(event.metadata ?? {}).map(([key, value]) => [key, textOf(value)] as const);
  return (
    <div className="pb-3 tablet:pl-8">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 text-12 text-text-muted">
        <span className="mr-auto">{formatFull(Number(event.timestamp))}</span>
        <Button size="small" onClick={() => setSearch({ at: Number(event.timestamp) })}>
          What would be answered with these attributes?
        </Button>
        <CopyButton text={JSON.stringify(event, null, 2)} label="Copy JSON" />
      </div>
      {fields.length === 0 ? <p className="text-text-muted">This event carries no metadata.</p> : null}
      <dl className="grid gap-x-6 desk:grid-cols-2">
        {fields.map(([key, value]) => (
          <div
            key={key}
            className="grid min-h-8 grid-cols-[112px_minmax(0,1fr)_auto] items-center gap-2 border-t border-border"
          >
            <dt className="truncate text-12 text-text-muted" title={key}>
              {key}
            </dt>
            <dd className="truncate" title={value}>
              <Mono>{value}</Mono>
            </dd>
            <dd>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Only events with ${key} ${value}`}
                disabledReason={value === "" ? "It is empty" : undefined}
                onClick={() =>
                  onInclude(printTerm({ field: { part: "metadata", key }, condition: "is", values: [value] }))
                }
              >
                Only these
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface LineProps {
  line: Line;
  onInclude: (term: string) => void;
}

function Row({
  entry,
  name,
  onInclude,
}: {
  entry: Entry;
  name?: ReactNode;
  onInclude: LineProps["onInclude"];
}) {
  const [isOpen, setOpen] = useState(false);
  const told = toldOf(entry);
  const event = isChange(entry) ? undefined : entry.event;
  return (
    <li className="border-b border-border">
      <div className="grid min-h-8 grid-cols-[88px_20px_minmax(0,1fr)_auto] items-center gap-x-2 py-1 tablet:grid-cols-[88px_20px_188px_minmax(0,1fr)_auto] pointer-coarse:min-h-11">
        <time
          dateTime={new Date(entry.time).toISOString()}
          title={formatFull(entry.time)}
          className="figures text-text-muted"
        >
          {formatSeconds(entry.time)}
        </time>
        <told.Icon size={14} aria-hidden className="text-text-muted" />
        <span className={`min-w-0 truncate ${event ? "" : "font-medium"}`}>{name ?? told.name}</span>
        <span className="min-w-0 truncate text-text-muted max-tablet:col-span-2 max-tablet:col-start-3 max-tablet:row-start-2">
          {told.detail}
        </span>
        <span className="flex items-center justify-end font-medium max-tablet:col-start-4 max-tablet:row-start-1">
          <span className="figures">{told.end}</span>
          {event ? (
            <Expander
              label={`Fields of ${event.name} at ${formatSeconds(entry.time)}`}
              isOpen={isOpen}
              onToggle={() => setOpen(!isOpen)}
            />
          ) : null}
        </span>
      </div>
      {event && isOpen ? <Fields event={event} onInclude={onInclude} /> : null}
    </li>
  );
}

export function TimelineLine({ line: { entries }, onInclude }: LineProps) {
  const [isOpen, setOpen] = useState(false);
  const [newest, ...others] = entries;
  const oldest = others.at(-1);
  if (!oldest) return <Row entry={newest} onInclude={onInclude} />;
  const name = isChange(newest) ? newest.key : newest.event?.name;
  return (
    <>
      <li className="border-b border-border">
        <div className="grid min-h-8 grid-cols-[88px_20px_minmax(0,1fr)_auto] items-center gap-x-2 py-1 tablet:grid-cols-[88px_20px_188px_minmax(0,1fr)_auto] pointer-coarse:min-h-11">
          <span className="figures text-text-muted" title={formatFull(oldest.time)}>
            {formatSeconds(oldest.time)}
          </span>
          <Activity size={14} aria-hidden className="text-text-muted" />
          <span className="min-w-0 truncate">{name}</span>
          <span className="min-w-0 truncate text-text-muted max-tablet:col-span-2 max-tablet:col-start-3 max-tablet:row-start-2">
            <b className="font-medium text-text">{formatCount(entries.length)} events</b>, until{" "}
            {formatSeconds(newest.time)}
          </span>
          <span className="text-right max-tablet:col-start-4 max-tablet:row-start-1">
            <Expander
              label={`${formatCount(entries.length)} events ${name} from ${formatSeconds(oldest.time)} to ${formatSeconds(newest.time)}`}
              isOpen={isOpen}
              onToggle={() => setOpen(!isOpen)}
            />
          </span>
        </div>
      </li>
      {isOpen
        ? entries.map((entry, index) => (
            <Row key={`${entry.time} ${index}`} entry={entry} onInclude={onInclude} />
          ))
        : null}
    </>
  );
}
