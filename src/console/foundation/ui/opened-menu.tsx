// The menu itself, which is loaded when it is first opened.
import { Menu as Base } from "@base-ui/react/menu";
import type { MenuProps } from "./menu.tsx";
import { PopupRegion } from "./popup-region.tsx";

export const OpenedMenu = ({ trigger, items }: MenuProps) => (
  <Base.Root defaultOpen>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner sideOffset={4} align="end" className="z-40">
        <PopupRegion label="Menu">
          <Base.Popup className="min-w-44 rounded border border-border bg-surface-raised p-1 shadow-float outline-none">
            {items.map((item) => (
              <Base.Item
                key={item.label}
                onClick={item.onSelect}
                className={`flex h-8 cursor-default items-center rounded-small px-2 outline-none pointer-coarse:h-11 data-highlighted:bg-surface-selected ${item.danger ? "text-danger" : ""}`}
              >
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </PopupRegion>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);
