import type { Gate } from "#contract/gate.ts";
import { staleMessage } from "#targeting/lint/type-reason.ts";
import { gateDraftOf } from "#console/features/gates/draft/gate-draft.ts";
import { stateWords } from "#console/features/gates/draft/gate-changes.ts";
import { statusText, statusTone, typeText } from "#console/features/gates/list/gate-words.ts";
import { CopyableId } from "#console/foundation/ui/copy.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import type { GateEdit } from "#console/features/gates/draft/edited-gate.ts";

function factsOf(gate: Gate) {
  const changed = gate.lastModifiedTime ? `, ${formatDate(gate.lastModifiedTime)}` : "";
  return [
    <CopyableId key="id" id={gate.id} />,
    ...(gate.idType
      ? [
          <span key="unit">
            Unit <b>{gate.idType}</b>
          </span>,
        ]
      : []),
    ...(gate.type ? [typeText(gate.type)] : []),
    ...(gate.checksPerHour
      ? [
          <span key="checks" className="figures">
            <b>{formatCount(gate.checksPerHour)}</b> checks an hour
          </span>,
        ]
      : []),
    ...(gate.version
      ? [
          <span key="version" className="figures">
            Version <b>{gate.version}</b>
            {changed}
            {gate.lastModifierName ? `, ${gate.lastModifierName}` : ""}
          </span>,
        ]
      : []),
    ...(gate.tags?.length ? [<span key="tags">Tagged {gate.tags.join(", ")}</span>] : []),
  ];
}

export function GateHead({ edit }: { edit: GateEdit }) {
  const { stored: gate, draft } = edit;
  const isSwitched = draft.state !== gateDraftOf(gate).state;
  const stale = staleMessage(gate.typeReason);
  return (
    <PageHead
      title={gate.name}
      state={
        <>
          <Status tone={statusTone(gate.status)}>{statusText(gate.status)}</Status>
          {isSwitched ? (
            <span className="text-text-muted">
              In your draft: <b className="font-medium text-text">{stateWords[draft.state]}</b>
            </span>
          ) : null}
        </>
      }
      facts={factsOf(gate)}
    >
      {gate.description ? (
        <p className="mt-1 max-w-3xl break-words text-text-muted">{gate.description}</p>
      ) : null}
      {stale ? (
        <p className="mt-1 max-w-3xl text-warning">
          <b className="font-medium">Stale.</b> {stale}
        </p>
      ) : null}
    </PageHead>
  );
}
