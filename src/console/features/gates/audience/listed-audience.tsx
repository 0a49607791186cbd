import { useQuery } from "@tanstack/react-query";
import type { Gate } from "#contract/gate.ts";
import { baseIDOf } from "#contract/rule.ts";
import { query } from "#console/foundation/api/query.ts";
import { AudienceBar } from "./audience-bar.tsx";

/** The bar of one gate in production. All gates of the list page are counted in one request; renders nothing until loaded. */
export function ListedAudience({ gate, ids }: { gate: Gate; ids: readonly string[] }) {
  const { data } = useQuery({
    ...query("readGateAudiences", { ids: [...ids] }),
    select: (answer) => answer.data.find(({ id }) => id === gate.id),
  });
  const [production] = data?.environments ?? [];
  if (!data?.users || !production) return null;
  const ruleNames = new Map(gate.rules.map((rule) => [baseIDOf(rule), rule.name]));
  return <AudienceBar gate={data} audience={production} ruleNames={ruleNames} />;
}
