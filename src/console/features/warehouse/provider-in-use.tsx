import { warehouseProviders, type WarehouseProvider } from "#contract/warehouse-providers.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Status } from "#console/foundation/ui/status.tsx";

interface ProviderInUseProps {
  active: WarehouseProvider | undefined;
  /** The provider whose settings are shown. */
  provider: WarehouseProvider;
  /** Whether it may have stored settings. */
  isSet: boolean;
}

/** Shows which warehouse is in use, and a button to use the displayed one, or none. */
export function ProviderInUse({ active, provider, isSet }: ProviderInUseProps) {
  const save = useSave("updateWarehouseConnection");
  const refusal = useSaveRefusal();
  const isShown = active === provider;
  const isUsable = isShown || isSet;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {/* Fixed minimum width, so that the button does not move when it is pressed. */}
      <span className="min-w-34">
        <Status tone={active ? "live" : "off"}>
          {active ? `${warehouseProviders[active].label} in use` : "None in use"}
        </Status>
      </span>
      <Button
        size="small"
        disabledReason={
          refusal ?? (save.isPending ? "Saving" : isUsable ? undefined : "Save its settings first.")
        }
        reasonAt="page"
        onClick={() => save.mutate({ body: { active: isShown ? null : provider } })}
      >
        {isShown ? "Stop using it" : `Use ${warehouseProviders[provider].label}`}
      </Button>
      {save.error ? <SaveFailure error={save.error} reassurance="Nothing was changed." /> : null}
    </span>
  );
}
