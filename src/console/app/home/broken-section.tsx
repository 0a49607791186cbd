import { getRouteApi, Link } from "@tanstack/react-router";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import type { Broken } from "./broken-things.ts";

const route = getRouteApi("/$company");

/** Failed checks, silent events and stale gates, the worst first. */
export function BrokenSection({ broken: { things, moreStale, moreFailing } }: { broken: Broken }) {
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
      {moreFailing > 0 ? (
        <p className="py-2 text-text-muted">
          <Link
            to="/$company/experiments"
            params={{ company }}
            search={{ sort: "health" }}
            className="link font-medium"
          >
            {plural(moreFailing, "more experiment")}
          </Link>{" "}
          with a failed check.
        </p>
      ) : null}
      {moreStale > 0 ? (
        <p className="py-2 text-text-muted">
          <Link
            to="/$company/gates"
            params={{ company }}
            search={{ sort: "changed" }}
            className="link font-medium"
          >
            {plural(moreStale, "more stale gate")}
          </Link>
          .
        </p>
      ) : null}
    </section>
  );
}
