// Request schema that starts a load.
import { z } from "zod/mini";
import { loadRefreshes } from "./pulse-load.ts";
import { evenIfRefused, refuse } from "./rule-update.ts";

/** Choice: a load is full unless the request says otherwise. With `turboMode` the days are not measured one by one. */
export const LoadPulseRequest = z._default(
  z
    .strictObject({
      refresh: z._default(z.enum(loadRefreshes), "full"),
      metricIDs: z.nullish(z.array(z.string()).check(z.maxLength(500))),
      turboMode: z._default(z.boolean(), false),
    })
    .check(
      z.superRefine(({ refresh, metricIDs }, context) => {
        if (refresh === "metric" && !metricIDs?.length)
          refuse(context, "metricIDs", "Name the metrics to load");
        if (refresh !== "metric" && metricIDs?.length)
          refuse(context, "metricIDs", "Metrics are named only where refresh is 'metric'");
      }, evenIfRefused),
    ),
  { refresh: "full", turboMode: false },
);
export type LoadPulseRequest = z.output<typeof LoadPulseRequest>;
