// The review of a draft: what the service would store, against what is stored now. Nothing is stored here.
import { useQuery } from "@tanstack/react-query";
import { targetValues, type Condition } from "#contract/condition.ts";
import type { DynamicConfig, DynamicConfigUpdateInput } from "#contract/dynamic-config.ts";
import { apiKeyHeader } from "#console/api/connection.ts";
import { curlText } from "#console/api/curl.ts";
import { countChanges, type Changes } from "#console/changes/changes.ts";
import { ChangesTable } from "#console/changes/changes-table.tsx";
import { CodeDiff } from "#console/code/code-diff.tsx";
import { configChanges } from "#console/config-draft/config-changes.ts";
import { configText } from "#console/config-draft/config-text.ts";
import { askedConfig, sentFields } from "#console/config-draft/sent-body.ts";
import type { Accepted } from "#console/draft-edit/edit-state.ts";
import { ReviewChecks, type Check } from "#console/draft-edit/review-checks.tsx";
import type { NameOf } from "#console/rules/condition-words.ts";
import { Checkbox } from "#console/forms/checkbox.tsx";
import { Notice } from "#console/ui/notice.tsx";
import { SectionHead } from "#console/ui/section-head.tsx";
import { formatDateTime, formatTime } from "#console/ui/time-format.ts";
import { reachesProduction } from "./reaches-production.ts";

export type AcceptedConfig = Accepted<DynamicConfig, DynamicConfigUpdateInput>;

interface ConfigReviewProps {
  stored: DynamicConfig;
  accepted: AcceptedConfig;
  nameOf: NameOf;
  /** Fields that the service told; "all" where it answers whole configs. */
  known: ReadonlySet<string> | "all";
  /** Whether the reader agreed to replace what is not known. */
  replacesUnknown: boolean;
  onReplaceUnknown: (agreed: boolean) => void;
}

const gatesAsked = (condition: Condition) =>
  /^(passes|fails)_gate$/.test(condition.type) ? targetValues(condition) : [];

/** The gates that the rules ask about, with the numbers of those rules, from 1. */
function gatesOf({ rules }: DynamicConfig): Map<string, number[]> {
  const gates = new Map<string, number[]>();
  rules.forEach((rule, index) => {
    for (const id of new Set(rule.conditions.flatMap(gatesAsked)))
      gates.set(id, [...(gates.get(id) ?? []), index + 1]);
  });
  return gates;
}

function checksOf({ stored, accepted }: ConfigReviewProps, changes: Changes): Check[] {
  const { entity: config, time, took } = accepted;
  const saved = stored.lastModifiedTime ? ` of ${formatDateTime(stored.lastModifiedTime)}` : "";
  const values =
    config.rules.reduce((sum, rule) => sum + Math.max(1, rule.variants?.length ?? 0), 0) +
    (config.defaultValue ? 1 : 0);
  return [
    {
      isFine: true,
      title: "Dry run accepted",
      note: `The service checked everything and stored nothing. ${formatTime(time)}, ${took} ms.`,
    },
    ...(config.schema && values > 0
      ? [
          {
            isFine: true,
            title: "Values fit the schema",
            note: `${values === 1 ? "1 value" : `${values} values`}, JSON Schema 2020-12.`,
          },
        ]
      : []),
    stored.version
      ? {
          isFine: true,
          title: "Nobody saved in between",
          note: `You started from version ${stored.version}${saved}.`,
        }
      : {
          isFine: false,
          title: "A save in between would go unnoticed",
          note: "This service tells no version to compare with.",
        },
    ...(reachesProduction(changes, stored, config)
      ? [
          {
            isFine: false,
            title: "Reaches production",
            note: "The changes apply right after saving.",
          },
        ]
      : []),
  ];
}

export function ConfigReview(props: ConfigReviewProps) {
  const { stored, accepted, nameOf, known } = props;
  const { data: header = "SERVICE-API-KEY" } = useQuery({
    queryKey: ["apiKeyHeader"],
    queryFn: apiKeyHeader,
    staleTime: Infinity,
  });
  const changes = configChanges(stored, accepted.entity, nameOf);
  const count = countChanges(changes);
  const otherwise = configChanges(askedConfig(accepted.body, accepted.entity), accepted.entity, nameOf);
  const fields = sentFields(stored, accepted.body, known);
  const unknown = fields.filter(({ origin }) => origin === "unknown");
  const curl = curlText({
    method: "POST",
    url: `${location.origin}/console/v1/dynamic_configs/${encodeURIComponent(stored.id)}`,
    headers: { "Content-Type": "application/json", [header]: "<API_KEY>" },
    body: JSON.stringify(accepted.body),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] desk:grid-cols-[minmax(0,1fr)_288px] desk:gap-8">
      <div className="min-w-0 pb-6">
        {unknown.length > 0 ? (
          <div className="pt-4">
            <Notice tone="warning" title="Some fields are not known here and will be replaced">
              <p>
                {unknown.map(({ label }) => label).join(", ")}: this service does not tell them, and a save
                replaces whatever they hold.
              </p>
              <Checkbox
                label="Replace what is not known"
                checked={props.replacesUnknown}
                onChange={props.onReplaceUnknown}
              />
            </Notice>
          </div>
        ) : null}
        {otherwise.audiences.length > 0 ? (
          <div className="pt-4">
            <Notice tone="warning" title="The service would store something else than what you sent">
              <ChangesTable
                caption="Sent, and what would be stored"
                changes={{ ...otherwise, unchanged: [] }}
                before="You sent"
                after="Would be stored"
              />
            </Notice>
          </div>
        ) : null}
        <SectionHead title="What changes, and for whom" />
        {count === 0 ? (
          <p className="text-text-muted">The service would store exactly what is stored now.</p>
        ) : (
          <ChangesTable caption="What changes, and for whom" changes={changes} />
        )}
        <SectionHead title="As text" />
        <CodeDiff label="Changes as text" before={configText(stored)} after={configText(accepted.entity)} />
      </div>
      <ReviewChecks
        checks={checksOf(props, changes)}
        sentNote="A save replaces the whole config, so every field is sent."
        fields={fields}
        keptFrom={stored.lastModifiedTime ? formatDateTime(stored.lastModifiedTime) : undefined}
        curl={curl}
        gates={gatesOf(accepted.entity)}
        nameOf={nameOf}
      />
    </div>
  );
}
