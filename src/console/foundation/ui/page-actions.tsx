// The actions of the current page: its buttons in the top bar, and the entries of the command palette.
import { type ReactNode, useEffect, useId, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";

export interface PageAction {
  readonly label: string;
  readonly onSelect: () => void;
  /** The reason why the action is not possible now; the palette does not offer it then. */
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

/** Returns the actions that are possible now, as the palette reads them on opening; it does not follow later changes. */
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

/**
 * The slot in the top bar for the page's buttons. It has no box of its own, so that no box moves when the next page has
 * other buttons.
 */
export const PageButtonsSlot = () => <div ref={holdSlot} className="contents" />;

/**
 * Renders the page's buttons in the top bar. A button that appears before the others takes `order-1`, so that it keeps its
 * place on the right.
 */
export function PageButtons({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => slot);
  return element ? createPortal(children, element) : null;
}
