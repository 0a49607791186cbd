// Restores the non-secret settings from before a save: shows the resulting changes, then the button.
import {
  warehouseFields,
  warehouseProviders,
  type WarehouseProvider,
} from "#contract/warehouse-providers.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { SettingSentences } from "./setting-sentences.tsx";
import { changesBetween, type StoredValues } from "./warehouse-draft.ts";

export interface Undo {
  provider: WarehouseProvider;
  stored: StoredValues;
  /** Time of the newest save that changed settings. */
  newestTime: number;
  /** Why undoing is not possible now. */
  disabledReason: string | undefined;
}

interface UndoSaveProps extends Undo {
  savedTime: number;
  /** The settings from before that save. */
  settings: StoredValues;
  label: string;
}

export function UndoSave(props: UndoSaveProps) {
  const { provider, stored, settings, savedTime, newestTime, disabledReason, label } = props;
  const undo = useSave("undoWarehouseConnection");
  const toast = useToast();
  const changes = changesBetween(warehouseFields(provider), stored, settings);
  const onSuccess = () => toast(`${warehouseProviders[provider].label}: the former settings are back`);
  if (changes.length === 0) return <p className="text-text-muted">They are as they stood then.</p>;
  return (
    <>
      <SettingSentences changes={changes} />
      <p className="text-text-muted">Secrets stay as they are now: a former secret is not kept.</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          size="small"
          disabledReason={disabledReason ?? (undo.isPending ? "Undoing" : undefined)}
          onClick={() => undo.mutate({ body: { provider, savedTime, newestTime } }, { onSuccess })}
        >
          {label}
        </Button>
      </div>
      {undo.error ? <SaveFailure error={undo.error} reassurance="Nothing was changed." /> : null}
    </>
  );
}
