import { FlaskConical, SlidersHorizontal, ToggleRight } from "lucide-react";
import type { EntityKind } from "./node-text.ts";

export const entityIcons = { gate: ToggleRight, experiment: FlaskConical, dynamic_config: SlidersHorizontal };

/** Decorative icon: the kind is also given in words, visibly or for screen readers. */
export function EntityIcon({ kind, className }: { kind: EntityKind; className?: string }) {
  const Icon = entityIcons[kind];
  return <Icon size={16} aria-hidden className={`shrink-0 ${className ?? "text-text-muted"}`} />;
}
