import { useQuery } from "@tanstack/react-query";
import type { Gate } from "#contract/gate.ts";
import { baseIDOf } from "#contract/rule.ts";
import { query } from "#console/foundation/api/query.ts";
import { capitalise, formatCount } from "#console/foundation/ui/wording.ts";
import { knownEnvironments } from "#console/rules/fields/environments.ts";
import { AudienceBar } from "./audience-bar.tsx";

/** Returns text such as ", email not logged". */
function notLogged([first, ...more]: readonly string[]): string {
  if (!first) return "";
  return more.length > 0 ? `, ${more.length + 1} attributes not logged` : `, ${first} not logged`;
}

/** Shows who passes the stored gate: a bar of recent users for each environment. Its space is reserved while loading. */
export function GateAudience({ gate: { id, rules } }: { gate: Gate }) {
  const environments = knownEnvironments(rules.flatMap((rule) => rule.environments ?? []));
  const { data, error } = useQuery(query("readGateAudiences", { ids: [id], environments }));
  const found = data?.data[0];
  const ruleNames = new Map(rules.map((rule) => [baseIDOf(rule), rule.name]));
  return (
    <ul aria-label="Who passes" className="mt-3 grid max-w-5xl gap-x-6 gap-y-2 tablet:grid-cols-3">
      {environments.map((name) => {
        const audience = found?.environments.find((one) => one.name === name);
        return (
          <li key={name} className="h-7 min-w-0">
            <div className="flex gap-2 text-12">
              <span className="shrink-0 font-medium">{capitalise(name)}</span>
              {/* The key remounts the text when the count changes, so that this does not count as a layout shift. */}
              <span
                key={audience?.passing}
                className="figures truncate text-text-muted"
                title={
                  found && notLogged(found.unreported)
                    ? `No event tells ${found.unreported.join(", ")}.`
                    : undefined
                }
              >
                {error ? (
                  "could not be counted"
                ) : found?.users === 0 ? (
                  "no recent user yet"
                ) : found && audience ? (
                  <>
                    <b className="font-medium text-text">{formatCount(audience.passing)}</b> of{" "}
                    {formatCount(found.users)} pass{notLogged(found.unreported)}
                  </>
                ) : null}
              </span>
            </div>
            {found && audience && found.users > 0 ? (
              <div className="mt-1">
                <AudienceBar gate={found} audience={audience} ruleNames={ruleNames} />
              </div>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
