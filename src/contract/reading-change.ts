// Rules that may evaluate differently since an update of the service.
import { z } from "zod/mini";

export type InterpretationChange = "letters" | "lists" | "versions" | "dates";

/** A gate or a config with such rules. */
export const EntityWithChangedInterpretation = z.looseObject({
  /** gate or dynamic_config */
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  rules: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      /** letters, lists, versions or dates: the kinds of values that are now interpreted differently. */
      changes: z.array(z.string()),
    }),
  ),
});
export type EntityWithChangedInterpretation = z.infer<typeof EntityWithChangedInterpretation>;
