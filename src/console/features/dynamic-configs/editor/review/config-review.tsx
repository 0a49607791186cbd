import type { DynamicConfigUpdateInput } from "#contract/dynamic-config-update.ts";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { sentFields } from "#console/features/dynamic-configs/draft/sent-fields.ts";
import type { Accepted } from "#console/editing/session/entity-adapter.ts";
import { DraftReview } from "#console/editing/review/draft-review.tsx";
import type { Check } from "#console/editing/review/review-checks.tsx";
import { Checkbox } from "#console/foundation/forms/checkbox.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import type { ConfigEdit } from "#console/features/dynamic-configs/draft/config-adapter.ts";

export type AcceptedConfig = Accepted<DynamicConfig, DynamicConfigUpdateInput>;

export const replacesUnknownID = "replaces-unknown";

interface ConfigReviewProps {
  edit: ConfigEdit;
  accepted: AcceptedConfig;
  /** Fields that the service returns; "all" if it returns whole configs. */
  known: ReadonlySet<string> | "all";
  /** The user agreed to replace the unknown fields. */
  replacesUnknown: boolean;
  onReplaceUnknown: (agreed: boolean) => void;
}

function schemaChecks({ schema, rules, defaultValue }: DynamicConfig): Check[] {
  const values = rules.reduce(
    (sum, { variants }) => sum + Math.max(1, variants?.length ?? 0),
    defaultValue ? 1 : 0,
  );
  if (!schema || values === 0) return [];
  return [
    {
      isFine: true,
      title: "Values fit the schema",
      note: `${plural(values, "value")}, JSON Schema 2020-12.`,
    },
  ];
}

export function ConfigReview(props: ConfigReviewProps) {
  const { edit, accepted, known } = props;
  const { stored } = edit;
  const fields = sentFields(stored, accepted.body, known);
  const unknown = fields.filter(({ origin }) => origin === "unknown");
  return (
    <DraftReview
      edit={edit}
      accepted={accepted}
      checks={schemaChecks(accepted.entity)}
      sent={{
        note: "A save replaces the whole config, so every field is sent.",
        fields,
        keptFrom: stored.lastModifiedTime,
        method: "POST",
        path: `/console/v1/dynamic_configs/${encodeURIComponent(stored.id)}`,
        headers: stored.version ? { "If-Match": `"${stored.version}"` } : {},
        body: edit.withReason(accepted.body),
      }}
      undo={
        known === "all"
          ? undefined
          : "This service answers no earlier versions: what a save replaces is gone."
      }
    >
      {unknown.length > 0 ? (
        <div className="pt-4">
          <Notice tone="warning" title="Some fields are not known here and will be replaced">
            <p>
              {unknown.map(({ label }) => label).join(", ")}: this service does not answer them, and a save
              replaces whatever they hold.
            </p>
            <Checkbox
              id={replacesUnknownID}
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
