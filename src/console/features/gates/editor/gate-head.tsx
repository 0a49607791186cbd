import type { Gate } from "#contract/gate.ts";
import { staleMessage } from "#targeting/lint/type-reason.ts";
import { gateDraftOf } from "#console/features/gates/draft/gate-draft.ts";
import { GateAudience } from "#console/features/gates/audience/gate-audience.tsx";
import { stateWords } from "#console/editing/diff-merge/gate-states.ts";
import { typeText } from "#console/features/gates/list/gate-words.ts";
import { CopyableId } from "#console/foundation/ui/copy.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { gateStateText, switchTone } from "#console/foundation/ui/entity-state.ts";
import { Status } from "#console/foundation/ui/status.tsx";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { agree, formatCount } from "#console/foundation/ui/wording.ts";
import type { GateEdit } from "#console/features/gates/draft/gate-adapter.ts";

function factsOf({ id, idType, type, checksPerHour, version, tags, ...gate }: Gate) {
  const changed = gate.lastModifiedTime ? `, ${formatDate(gate.lastModifiedTime)}` : "";
  const by = gate.lastModifierName ? `, ${gate.lastModifierName}` : "";
  return [
    <CopyableId key="id" id={id} />,
    idType ? (
      <span key="unit">
        Unit <b>{idType}</b>
      </span>
    ) : null,
    type ? typeText(type) : null,
    checksPerHour ? (
      <span key="checks" className="figures">
        <b>{formatCount(checksPerHour)}</b> {agree(checksPerHour, "check", "checks")} an hour
      </span>
    ) : null,
    version ? (
      <span key="version" className="figures">
        Version <b>{version}</b>
        {changed + by}
      </span>
    ) : null,
    tags?.length ? `Tagged ${tags.join(", ")}` : null,
  ];
}

export function GateHead({ edit, isBesidePanel }: { edit: GateEdit; isBesidePanel: boolean }) {
  const { stored: gate, base, draft } = edit;
  // True only if the draft itself changes the state, not if a colleague saved a state that is not merged yet.
  const isSwitched = [gate, base].every((one) => gateDraftOf(one).state !== draft.state);
  const stale = staleMessage(gate.typeReason);
  return (
    // Keeps its height with and without the rule panel, which must not cover it.
    <div className={isBesidePanel ? "desk:pr-98" : ""}>
      <PageHead
        title={gate.name}
        state={
          <>
            <Status tone={switchTone(gate)}>{gateStateText(gate)}</Status>
            {isSwitched ? (
              <span className="min-w-0 border-l-2 border-warning pl-2 text-text-muted tablet:truncate">
                → <b className="font-medium text-text">{stateWords(draft.state)}</b> in the draft
              </span>
            ) : null}
          </>
        }
        facts={factsOf(gate)}
        version={gate.version}
      >
        {gate.description ? (
          <p title={gate.description} className="mt-1 max-w-3xl break-words text-text-muted tablet:truncate">
            {gate.description}
          </p>
        ) : null}
        {stale ? (
          <p className="mt-1 max-w-2xl text-warning">
            <b className="font-medium">Stale.</b> {stale}
          </p>
        ) : null}
        <GateAudience gate={gate} />
      </PageHead>
    </div>
  );
}
