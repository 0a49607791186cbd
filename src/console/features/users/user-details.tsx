// One user, device or other unit: everything logged about it, its current answers with reasons, and what cannot be known.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { UnitAttributes } from "#contract/event-answers.ts";
import { query } from "#console/foundation/api/query.ts";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { Answers } from "./answers.tsx";
import { Attributes } from "./attributes.tsx";
import type { Unit } from "./known-user.ts";
import { Timeline } from "./timeline.tsx";
import { Unknown } from "./unknown.tsx";

const route = getRouteApi("/$company/users/$id");

/** Opens the page of another id, logged or not. */
function OpenByID() {
  const [id, setID] = useState("");
  const navigate = route.useNavigate();
  const { company } = route.useParams();
  return (
    <form
      role="search"
      aria-label="Open a user"
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (id.trim()) void navigate({ to: "/$company/users/$id", params: { company, id: id.trim() } });
        else event.currentTarget.querySelector("input")?.focus();
      }}
    >
      <SearchField label="User id" value={id} onChange={setID} />
      <Button type="submit">Open</Button>
    </form>
  );
}

/**
 * The numbers are drawn once known, because a placeholder of another width would move those beside them. On a phone each has
 * its own line.
 */
function Facts({ unit, known }: { unit: Unit; known: UnitAttributes | undefined }) {
  const instant = (time: number | null) => (time === null ? "never" : formatDateTime(time));
  const facts = [
    ["Unit", unit.type === "userID" ? "user" : unit.type],
    ...(known
      ? ([
          ["First seen", instant(known.firstTime)],
          ["Last seen", instant(known.lastTime)],
          ["Events", formatCount(known.events)],
          ["Exposures", formatCount(known.exposures)],
        ] as const)
      : []),
  ] as const;
  return (
    <ul className="h-25 gap-x-5 text-text-muted tablet:flex tablet:h-5 tablet:overflow-hidden">
      {facts.map(([word, value]) => (
        <li key={word} className="h-5 truncate tablet:shrink-0">
          {word} <b className="font-medium text-text">{value}</b>
        </li>
      ))}
    </ul>
  );
}

export function UserDetails({ unit }: { unit: Unit }) {
  const { data, error, refetch } = useQuery(query("readUnitAttributes", { unit: `${unit.type}:${unit.id}` }));
  const known = data?.data;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <div className="min-w-0">
          <PageHead
            title={<span className="break-all">{unit.id}</span>}
            state={<CopyButton text={unit.id} label="Copy id" />}
          >
            <Facts unit={unit} known={known} />
          </PageHead>
        </div>
        <div className="pb-3">
          <OpenByID />
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 pb-8 min-[1280px]:grid-cols-[minmax(0,1fr)_380px]">
        <div className="peer min-w-0">
          <Timeline unit={unit} known={known} isKnown={Boolean(known ?? error)} />
        </div>
        {/* If it is below the timeline, it stays hidden until the timeline has its height. */}
        <aside
          aria-label="Answers, attributes and limits"
          className="min-w-0 max-[1279px]:peer-has-[[data-waits]]:invisible min-[1280px]:border-l min-[1280px]:border-border min-[1280px]:pl-6"
        >
          {error && !known ? null : <Answers unit={unit} known={known} />}
          {known ? (
            <Attributes known={known} />
          ) : error ? (
            <FailureNotice
              error={error}
              title="The attributes could not be read"
              retry={() => void refetch()}
            />
          ) : (
            <SkeletonRows rows={8} label="Loading the attributes" />
          )}
          {(known ?? error) ? <Unknown unit={unit} known={known} /> : null}
        </aside>
      </div>
    </>
  );
}
