import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { Switch } from "#console/foundation/forms/switch.tsx";
import { CopyableId } from "#console/foundation/ui/copy.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import type { ConfigEdit } from "./use-config-edit.ts";

export function ConfigHead({ config, edit }: { config: DynamicConfig; edit: ConfigEdit }) {
  const { isEnabled, description } = edit.draft;
  return (
    <PageHead
      title={config.name ?? config.id}
      state={
        <Switch
          label={isEnabled ? "On" : "Off"}
          checked={isEnabled}
          onChange={(next) => edit.change({ isEnabled: next })}
        />
      }
      facts={[
        description ? (
          <span key="description" className="line-clamp-2 wrap-anywhere">
            {description}
          </span>
        ) : null,
        config.idType ? (
          <>
            Unit <b>{config.idType}</b>
          </>
        ) : null,
        <CopyableId key="id" id={config.id} />,
        config.lastModifiedTime ? (
          <>
            Saved <Time value={config.lastModifiedTime} /> by <b>{config.lastModifierName ?? "somebody"}</b>
          </>
        ) : null,
      ].filter((fact) => fact !== null)}
    />
  );
}

/** The head of the review: what is about to happen stands in place of the config's own facts. */
export const ReviewHead = ({ config, title }: { config: DynamicConfig; title: string }) => (
  <PageHead
    title={title}
    facts={[
      <span key="config">
        to <b>{config.name ?? config.id}</b>
      </span>,
      "Nothing is stored until you save.",
    ]}
  />
);
