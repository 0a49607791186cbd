import { useQuery } from "@tanstack/react-query";
import type { DynamicConfigUpdateInput } from "#contract/dynamic-config-update.ts";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { apiKeyHeader } from "#console/foundation/api/connection.ts";
import { curlText } from "#console/foundation/api/curl.ts";
import type { Changes } from "#console/editing/diff-merge/changes.ts";
import { configChanges } from "#console/features/dynamic-configs/draft/config-changes.ts";
import { configText } from "#console/features/dynamic-configs/draft/config-text.ts";
import { requestedConfig, sentFields } from "#console/features/dynamic-configs/draft/sent-body.ts";
import type { Accepted } from "#console/editing/session/edited-kind.ts";
import { DraftReview } from "#console/editing/review/draft-review.tsx";
import { dryRunCheck, productionCheck, versionCheck } from "#console/editing/review/dry-run-checks.ts";
import { ReviewChecks, type Check } from "#console/editing/review/review-checks.tsx";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { Checkbox } from "#console/foundation/forms/checkbox.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
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

function checksOf({ stored, accepted }: ConfigReviewProps, changes: Changes): Check[] {
  const { entity: config } = accepted;
  const values =
    config.rules.reduce((sum, rule) => sum + Math.max(1, rule.variants?.length ?? 0), 0) +
    (config.defaultValue ? 1 : 0);
  return [
    dryRunCheck(accepted),
    ...(config.schema && values > 0
      ? [
          {
            isFine: true,
            title: "Values fit the schema",
            note: `${values === 1 ? "1 value" : `${values} values`}, JSON Schema 2020-12.`,
          },
        ]
      : []),
    versionCheck(stored),
    ...(reachesProduction(changes, stored, config) ? [productionCheck] : []),
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
  const otherwise = configChanges(requestedConfig(accepted.body, accepted.entity), accepted.entity, nameOf);
  const fields = sentFields(stored, accepted.body, known);
  const unknown = fields.filter(({ origin }) => origin === "unknown");
  const curl = curlText({
    method: "POST",
    url: `${location.origin}/console/v1/dynamic_configs/${encodeURIComponent(stored.id)}`,
    headers: {
      "Content-Type": "application/json",
      ...(stored.version ? { "If-Match": `"${stored.version}"` } : {}),
      [header]: "<API_KEY>",
    },
    body: JSON.stringify(accepted.body),
  });
  return (
    <DraftReview
      changes={changes}
      otherwise={otherwise}
      before={configText(stored)}
      after={configText(accepted.entity)}
      checks={
        <ReviewChecks
          checks={checksOf(props, changes)}
          sentNote="A save replaces the whole config, so every field is sent."
          fields={fields}
          keptFrom={stored.lastModifiedTime ? formatDateTime(stored.lastModifiedTime) : undefined}
          curl={curl}
          rules={accepted.entity.rules}
          {...(known === "all"
            ? {}
            : { undo: "This service tells no earlier versions: what a save replaces is gone." })}
          nameOf={nameOf}
        />
      }
    >
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
    </DraftReview>
  );
}
