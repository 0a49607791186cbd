import { useParams, useRouter } from "@tanstack/react-router";
import type { Metric } from "#contract/metric.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";

/** Confirms the deletion of a metric; a metric that experiments use cannot be deleted, and the dialog lists them. */
export function DeleteDialog({ metric, onClose }: { metric: Metric; onClose: () => void }) {
  const { id, name, version } = metric;
  const { company = "-" } = useParams({ strict: false });
  const router = useRouter();
  const toast = useToast();
  // Otherwise the metric would be refetched, and reported missing, before the list page has opened.
  const save = useSave("deleteMetric", { leaves: true });
  const refusal = useSaveRefusal();
  const refused = problemsOfFailure(save.error);
  const onSuccess = () => {
    toast(`${name} is deleted`);
    onClose();
    void router.navigate({ to: "/$company/metrics", params: { company } });
  };
  return (
    <Dialog
      onClose={onClose}
      asks
      width={480}
      title={`Delete ${name}`}
      description="Its definition and its history are gone for good. The events that it counted stay in the log."
      cancelLabel="Keep as it is"
      action={{
        label: "Delete the metric",
        isDanger: true,
        refusal: refusal ?? (refused.length > 0 ? "Experiments use it." : undefined),
        onClick: () => !save.isPending && save.mutate({ id, basedOn: version }, { onSuccess }),
      }}
    >
      {save.error ? (
        <div className="pt-3">
          {refused.length > 0 ? (
            <Notice tone="warning" title="It stays">
              {refused.map(({ errorMessage }) => errorMessage).join(" ")}. Take it out of them first.
            </Notice>
          ) : (
            <SaveFailure error={save.error} reassurance="Nothing was deleted." />
          )}
        </div>
      ) : null}
    </Dialog>
  );
}
