// The actions of the page in view: its buttons are in the top bar, and the palette finds every action by name.
import { type ReactNode, useEffect, useId, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";

export interface PageAction {
  readonly label: string;
  readonly onSelect: () => void;
  /** The reason why it is not possible now; such an action is not offered. */
  readonly disabledReason?: string | undefined;
}

const registered = new Map<string, readonly PageAction[]>();

/** Offers actions in the palette while the component is mounted. */
export function usePageActions(actions: readonly PageAction[]) {
  const id = useId();
  useEffect(() => {
    registered.set(id, actions);
  });
  useEffect(() => () => void registered.delete(id), [id]);
}

/** The actions that are possible now. Read when the palette opens; it does not follow later changes. */
export const actionsInView = () =>
  [...registered.values()].flat().filter(({ disabledReason }) => !disabledReason);

let slot: Element | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const holdSlot = (element: Element | null) => {
  slot = element;
  for (const listener of listeners) listener();
};

/** The place in the top bar for the buttons of the page. Without a box of its own: those of the next page are other ones, and none moves. */
export const PageButtonsSlot = () => <div ref={holdSlot} className="contents" />;

/** Buttons of the page, drawn in the top bar. One that is there before the others takes `order-1`, to stand still at their right. */
export function PageButtons({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => slot);
  return element ? createPortal(children, element) : null;
}
