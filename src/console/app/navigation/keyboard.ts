// The shortcuts of the whole console. Keys pressed in a field or a dialog are left to it.
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { useCompany } from "./place.ts";
import { addressOf, sections } from "./sections.ts";

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Name of the shortcut that opens the command palette. */
export const paletteKeys = isMac ? "⌘K" : "Ctrl K";

/** The code editor receives its keys in an element that is a text box only by its role. */
const typedInto =
  "input, textarea, select, [role=textbox], [role=dialog], [role=alertdialog], [role=listbox]";

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(typedInto) !== null);

const secondKeyWithin = 1500;
const never = Number.NEGATIVE_INFINITY;

export function useShortcuts({ onFind, onHelp }: { onFind: () => void; onHelp: () => void }) {
  const navigate = useNavigate();
  const company = useCompany();
  const pressedG = useRef(never);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      onFind();
      return;
    }
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    if (event.key === "?") return onHelp();
    const section = sections.find((candidate) => candidate.key === event.key);
    if (section && company && event.timeStamp - pressedG.current < secondKeyWithin) {
      pressedG.current = never;
      void navigate({ to: addressOf(section), params: { company } });
    } else pressedG.current = event.key === "g" ? event.timeStamp : never;
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
