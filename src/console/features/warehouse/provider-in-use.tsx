import { warehouseProviders, type WarehouseProvider } from "#contract/warehouse-providers.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Status } from "#console/foundation/ui/status.tsx";

interface ProviderInUseProps {
  active: WarehouseProvider | undefined;
  /** The one whose settings are shown. */
  provider: WarehouseProvider;
}

/** Beside the title: which warehouse is in use, and the way to use the one that is shown, or none. */
export function ProviderInUse({ active, provider }: ProviderInUseProps) {
  const save = useSave("updateWarehouseConnection");
  const refusal = useSaveRefusal();
  const isShown = active === provider;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {/* Of a width, so that the button stands still when it is pressed. */}
      <span className="min-w-34">
        <Status tone={active ? "live" : "off"}>
          {active ? `${warehouseProviders[active].label} in use` : "None in use"}
        </Status>
      </span>
      <Button
        size="small"
        disabledReason={refusal ?? (save.isPending ? "Saving" : undefined)}
        reasonAt="page"
        onClick={() => save.mutate({ body: { active: isShown ? null : provider } })}
      >
        {isShown ? "Stop using it" : `Use ${warehouseProviders[provider].label}`}
      </Button>
      {save.error ? <SaveFailure error={save.error} reassurance="Nothing was changed." /> : null}
    </span>
  );
}
