import { getRouteApi, Link } from "@tanstack/react-router";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { Suspense } from "react";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import type { Broken } from "./broken-things.ts";
import { MoreLink } from "./more-link.tsx";

const route = getRouteApi("/$company");
const DismissReadings = lazyPart(
  "What dismisses them",
  async () => (await import("./dismiss-readings.tsx")).DismissReadings,
);

/** Failed checks, silent events and stale gates, most severe first. */
export function BrokenSection({
  broken: { things, moreStale, moreFailing, readings, moreReadings },
}: {
  broken: Broken;
}) {
  const { company } = route.useParams();
  return (
    <section aria-label="Broken">
      <SectionHead
        title="Broken"
        note={things.length ? "Worst first." : "Nothing: checks pass, events arrive, no gate is stale."}
      />
      <ul className="border-t border-border">
        {things.map(({ key, isSevere, name, about, what, message, consequence, action, to, params }) => {
          const Icon = isSevere ? CircleAlert : TriangleAlert;
          const link = { to, params: { company, id: "", name: "", ...params } };
          return (
            <li
              key={key}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-border py-2 tablet:grid-cols-[168px_minmax(0,1fr)_104px]"
            >
              <div className="grid min-w-0 grid-cols-[14px_minmax(0,1fr)] content-start gap-x-2">
                <Icon
                  size={14}
                  aria-hidden
                  className={`mt-[3px] ${isSevere ? "text-danger" : "text-text-muted"}`}
                />
                <Link {...link} className="truncate font-medium hover:underline" title={name}>
                  {name}
                </Link>
                <p className="col-start-2 truncate text-12 text-text-muted" title={about}>
                  {about}
                </p>
              </div>
              <p className="text-text-muted max-tablet:order-3 max-tablet:col-span-2 max-tablet:mt-1">
                <b className="font-medium text-text">{what}</b>: {message}
                <br />
                {consequence}
              </p>
              <Link {...link} className="justify-self-end link font-medium whitespace-nowrap">
                {action}
              </Link>
            </li>
          );
        })}
      </ul>
      {readings > 0 ? (
        <Suspense fallback={<div className="h-11" />}>
          <DismissReadings more={moreReadings} />
        </Suspense>
      ) : null}
      <MoreLink
        count={moreFailing}
        noun="more experiment"
        to="/$company/experiments"
        sort="health"
        rest=" with a failed check."
      />
      <MoreLink count={moreStale} noun="more stale gate" to="/$company/gates" sort="changed" rest="." />
    </section>
  );
}
