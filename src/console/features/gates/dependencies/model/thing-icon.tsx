import { FlaskConical, SlidersHorizontal, ToggleRight } from "lucide-react";
import type { ThingKind } from "#targeting/dependencies/thing.ts";

export const thingIcons = { gate: ToggleRight, experiment: FlaskConical, dynamic_config: SlidersHorizontal };

/** Decoration: the kind stands in words beside it or for screen readers. */
export function ThingIcon({ kind, className }: { kind: ThingKind; className?: string }) {
  const Icon = thingIcons[kind];
  return <Icon size={16} aria-hidden className={`shrink-0 ${className ?? "text-text-muted"}`} />;
}
