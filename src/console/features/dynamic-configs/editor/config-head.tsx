import { Switch } from "#console/foundation/forms/switch.tsx";
import { CopyableId } from "#console/foundation/ui/copy.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { configState, switchTone } from "#console/foundation/ui/entity-state.ts";
import { Status } from "#console/foundation/ui/status.tsx";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { Time } from "#console/foundation/ui/time.tsx";
import type { ConfigEdit } from "#console/features/dynamic-configs/draft/config-adapter.ts";

/** Header with the stored state, and the switch for the draft's state beside it. */
export function ConfigHead({ edit: { stored: config, base, name, draft, change } }: { edit: ConfigEdit }) {
  const { isEnabled, description } = config;
  const differs = draft.isEnabled !== isEnabled;
  const whose = draft.isEnabled === base.isEnabled ? "When you started" : "In your draft";
  return (
    <PageHead
      title={name}
      state={
        <>
          {/* Fixed minimum width, so that the switch beside it does not move when a colleague saves another state. */}
          <span className="min-w-20">
            <Status tone={switchTone(config)}>{configState(config)}</Status>
          </span>
          <Switch
            label={differs ? `${whose}: ${draft.isEnabled ? "enabled" : "disabled"}` : "Enabled"}
            hideLabel={!differs}
            checked={draft.isEnabled}
            onChange={(next) => change({ isEnabled: next })}
          />
        </>
      }
      version={config.version}
      facts={[
        config.idType ? (
          <>
            Unit <b>{config.idType}</b>
          </>
        ) : null,
        <CopyableId key="id" id={config.id} />,
        config.checksPerHour === undefined ? null : (
          <>
            <b className="figures">{formatCount(config.checksPerHour)}</b> checks an hour
          </>
        ),
        config.lastModifiedTime ? (
          <>
            {config.version ? (
              <>
                Version <b className="figures">{config.version}</b>, saved{" "}
              </>
            ) : (
              "Saved "
            )}
            <Time value={config.lastModifiedTime} /> by <b>{config.lastModifierName ?? "somebody"}</b>
          </>
        ) : null,
      ]}
    >
      {description ? (
        <p className="mt-1 line-clamp-2 max-w-3xl wrap-anywhere text-text-muted">{description}</p>
      ) : null}
    </PageHead>
  );
}
