// A button that opens a menu. The menu's code is loaded when the page is idle, because it is larger than the rest of most
// pages.
import { cloneElement, type KeyboardEvent, type ReactElement, Suspense, useEffect, useState } from "react";
import { lazyPart } from "./lazy-part.tsx";
import { whenIdle } from "./when-idle.ts";

interface MenuItem {
  label: string;
  onSelect: () => void;
  danger?: boolean;
}

export interface MenuProps {
  /** A Button or IconButton with its own name. */
  trigger: ReactElement<Record<string, unknown>>;
  items: MenuItem[];
}

const load = async () => (await import("./opened-menu.tsx")).OpenedMenu;
const OpenedMenu = lazyPart("The menu", load);

export function Menu({ trigger, items }: MenuProps) {
  const [isOpened, setOpened] = useState(false);
  useEffect(() => {
    // If loading fails, opening the menu reports it.
    whenIdle(() => void load().catch(() => undefined));
  }, []);
  const closed = cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => setOpened(true),
    onKeyDown: ({ key, currentTarget }: KeyboardEvent) => {
      if (key === "ArrowDown" && !currentTarget.ariaDisabled) setOpened(true);
    },
  });
  if (!isOpened) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenedMenu trigger={trigger} items={items} />
    </Suspense>
  );
}
