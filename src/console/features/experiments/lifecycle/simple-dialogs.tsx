// Dialogs of actions that ask for at most a reason: abandon, archive, unarchive, reset and delete.
import { useRouter, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { stateAfterUnarchive } from "#contract/experiment-states.ts";
import { ReasonField } from "#console/editing/session/reason-field.tsx";
import { shippedGroup } from "#console/features/experiments/results/model/shipped-group.ts";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { experimentState } from "#console/foundation/ui/entity-state.ts";
import { uncapitalise } from "#console/foundation/ui/wording.ts";
import { ActionDialog } from "./action-dialog.tsx";
import type { ChangeDialogBaseProps } from "./change-dialog.tsx";

/** State of the optional reason, which is sent under the given body field. */
function useReason(name: "changeReason" | "decisionReason", error: Error | null) {
  const [typed, setTyped] = useState("");
  const problem = problemsOfFailure(error).find(({ property }) => property === name);
  return {
    body: typed.trim() ? { [name]: typed.trim() } : {},
    fields: [name],
    children: <ReasonField value={typed} error={problem?.errorMessage} onChange={setTyped} />,
  };
}

export function AbandonDialog(props: ChangeDialogBaseProps) {
  const { id, name, version } = props.experiment;
  const save = useSave("abandonExperiment");
  const reason = useReason("decisionReason", save.error);
  return (
    <ActionDialog
      {...props}
      {...save}
      {...reason}
      action="abandon"
      description="It ends now and no group is shipped: apps get their own defaults, whichever group a user was in. The results until now stay readable."
      label="Abandon the experiment"
      done={`${name} is abandoned`}
      send={(onSuccess) => save.mutate({ id, body: reason.body, basedOn: version }, { onSuccess })}
    />
  );
}

export function ArchiveDialog(props: ChangeDialogBaseProps) {
  const { id, name, version } = props.experiment;
  const save = useSave("archiveExperiment");
  const reason = useReason("changeReason", save.error);
  const shipped = shippedGroup(props.experiment);
  const effect = shipped ? `Apps go on getting ${shipped.name}, the group that was shipped.` : "";
  return (
    <ActionDialog
      {...props}
      {...save}
      {...reason}
      action="archive"
      description={`It leaves the lists, and cannot be changed until it is unarchived. ${effect}`}
      label="Archive the experiment"
      done={`${name} is archived`}
      send={(onSuccess) =>
        save.mutate({ id, body: { ...reason.body, forceArchive: false }, basedOn: version }, { onSuccess })
      }
    />
  );
}

export function UnarchiveDialog(props: ChangeDialogBaseProps) {
  const { experiment } = props;
  const { id, name, version } = experiment;
  const save = useSave("unarchiveExperiment");
  const reason = useReason("changeReason", save.error);
  const state = uncapitalise(experimentState(stateAfterUnarchive(experiment)));
  return (
    <ActionDialog
      {...props}
      {...save}
      {...reason}
      action="unarchive"
      description={`It comes back to the lists as it was: ${state === "setup" ? "in setup" : state}. What apps get stays as it is.`}
      label="Unarchive the experiment"
      done={`${name} is out of the archive`}
      send={(onSuccess) => save.mutate({ id, body: reason.body, basedOn: version }, { onSuccess })}
    />
  );
}

export function ResetDialog(props: ChangeDialogBaseProps) {
  const { id, name, version } = props.experiment;
  const save = useSave("resetExperiment");
  const reason = useReason("changeReason", save.error);
  return (
    <ActionDialog
      {...props}
      {...save}
      {...reason}
      action="reset"
      description="It goes back into setup, and apps get their own defaults until it is started again. Users are then divided anew: who was in a group may get another one, and results begin from nothing. The old results stay readable with the version that ends here."
      label="Reset the experiment"
      done={`${name} is back in setup`}
      send={(onSuccess) => save.mutate({ id, body: reason.body, basedOn: version }, { onSuccess })}
    />
  );
}

export function DeleteDialog(props: ChangeDialogBaseProps) {
  const { id, name, version } = props.experiment;
  const { company = "-" } = useParams({ strict: false });
  const router = useRouter();
  // Otherwise the experiment would be refetched, and reported missing, before the list page has opened.
  const save = useSave("deleteExperiment", { leaves: true });
  const shipped = shippedGroup(props.experiment);
  return (
    <ActionDialog
      {...props}
      {...save}
      action="delete"
      description={`Its plan, its history and the page of its results are gone for good${shipped ? `, and apps no longer get ${shipped.name}, the group that was shipped` : ""}.`}
      label="Delete the experiment"
      done={`${name} is deleted`}
      send={(onSuccess) =>
        save.mutate(
          { id, basedOn: version },
          {
            onSuccess: () => {
              onSuccess();
              void router.navigate({ to: "/$company/experiments", params: { company } });
            },
          },
        )
      }
    />
  );
}
