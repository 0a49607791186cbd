/** A ref: what opens takes the focus, and gives it back when it closes; a phone scrolls to it. */
export function takeFocus(panel: HTMLElement | null) {
  if (!panel) return undefined;
  const before = document.activeElement;
  const isBelow = matchMedia("(max-width: 720px)").matches;
  panel.focus({ preventScroll: !isBelow });
  if (isBelow) panel.scrollIntoView({ block: "start" });
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
}
