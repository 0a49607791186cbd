import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { query } from "#console/foundation/api/query.ts";
import { usePlace } from "#console/app/navigation/place.ts";
import { entitySections } from "#console/app/navigation/sections.ts";

/** Shown if no entity has the id in the address: the id, similar ids, and a way back. */
export function NotFoundEntity() {
  const { company = "-", id = "", ...place } = usePlace();
  const section = entitySections.find((one) => one === place.section);
  const { data, isPending } = useQuery({
    ...query("readCloseNames", { kind: section?.kind ?? "gate", id }),
    enabled: section !== undefined,
  });
  if (!section) return null;
  const { path, label, noun } = section;
  const matches = data?.data ?? [];
  return (
    <div className="max-w-2xl py-6">
      <h1 className="text-24 font-strong tracking-[-0.02em]">There is no {noun} with this id</h1>
      <p className="mt-2">
        <code className="font-mono text-12 break-all">{id}</code>
      </p>
      {matches.length > 0 && (
        <>
          <h2 className="mt-6 font-medium">Close to it</h2>
          <ul className="mt-1">
            {matches.map((match) => (
              <li key={match.id} className="border-b border-border">
                <Link
                  to={path === "events" ? "/$company/events/$name" : `/$company/${path}/$id`}
                  params={{ company, id: match.id, name: match.id }}
                  className="flex min-h-9 flex-wrap items-center gap-x-3 text-accent hover:underline"
                >
                  {match.name} <code className="font-mono text-12 text-text-muted">{match.id}</code>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {!isPending && matches.length === 0 && (
        <p className="mt-2 text-text-muted">Nothing listed is close to it.</p>
      )}
      <Link
        to={`/$company/${path}`}
        params={{ company }}
        className="mt-6 inline-flex min-h-6 items-center font-medium text-accent hover:underline"
      >
        All {label.toLowerCase()}
      </Link>
    </div>
  );
}

/** Shown for an address that belongs to no page. */
export function NotFoundPage() {
  const { company } = usePlace();
  return (
    <div className="max-w-2xl py-6">
      <h1 className="text-24 font-strong tracking-[-0.02em]">There is no page at this address</h1>
      <p className="mt-2 font-mono text-12 break-all">{location.pathname}</p>
      <Link
        to="/$company/gates"
        params={{ company: company ?? "-" }}
        className="mt-6 inline-flex min-h-6 items-center font-medium text-accent hover:underline"
      >
        Go to the gates
      </Link>
    </div>
  );
}
