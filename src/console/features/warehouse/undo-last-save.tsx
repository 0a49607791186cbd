// One step back for what is not secret. The service keeps it, so that a save of another tab or person can be undone, too.
import {
  warehouseFields,
  warehouseProviders,
  type WarehouseProvider,
} from "#contract/warehouse-providers.ts";
import type { FormerSettings } from "#contract/warehouse-connection.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { SettingSentences } from "./setting-sentences.tsx";
import { changesBetween, type StoredValues } from "./warehouse-draft.ts";

interface UndoLastSaveProps {
  provider: WarehouseProvider;
  stored: StoredValues;
  former: FormerSettings;
  /** Why it is not possible now. */
  disabledReason: string | undefined;
}

export function UndoLastSave({ provider, stored, former, disabledReason }: UndoLastSaveProps) {
  const { settings, savedTime, savedBy } = former;
  const undo = useSave("undoWarehouseConnection");
  const toast = useToast();
  const onSuccess = () => toast(`${warehouseProviders[provider].label}: the former settings are back`);
  return (
    <section aria-label="To undo" className="mt-6 grid gap-3 border-t border-border">
      <h2 className="flex h-12 items-center font-strong">To undo</h2>
      <p className="-mt-3 text-text-muted">
        Last saved by {savedBy}, <Time value={savedTime} relative />. Undo brings back what stood before:
      </p>
      <SettingSentences changes={changesBetween(warehouseFields(provider), stored, settings)} />
      <p className="text-text-muted">Secrets stay as they are now: a former secret is not kept.</p>
      <div>
        <Button
          size="small"
          disabledReason={disabledReason ?? (undo.isPending ? "Undoing" : undefined)}
          onClick={() => undo.mutate({ body: { provider, savedTime } }, { onSuccess })}
        >
          Undo the last save
        </Button>
      </div>
      {undo.error ? <SaveFailure error={undo.error} reassurance="Nothing was changed." /> : null}
    </section>
  );
}
