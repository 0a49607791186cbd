import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { plural } from "#console/foundation/ui/wording.ts";

/** Dismisses, for all users, the rules that may decide differently since an update. */
export function DismissReadings({ more }: { more: number }) {
  const refusal = useSaveRefusal();
  const dismiss = useSave("dismissChangedReadings");
  return (
    <p className="flex flex-wrap items-center gap-x-3 py-2 text-text-muted">
      {more > 0 ? `${plural(more, "more gate or config")} may decide differently since the update.` : null}
      <Button
        size="small"
        disabledReason={refusal ?? (dismiss.isPending ? "It is being stored." : undefined)}
        onClick={() => dismiss.mutate({})}
      >
        Dismiss what the update changed
      </Button>
      {dismiss.isError ? <span role="alert">It could not be dismissed: {dismiss.error.message}</span> : null}
    </p>
  );
}
