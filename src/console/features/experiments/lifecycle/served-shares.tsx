// The shares of those who are eligible that get each group, and no group, before and after a change of the allocation.
import type { Experiment } from "#contract/experiment.ts";
import { NumbersTable } from "#console/foundation/charts/numbers-table.tsx";
import { percentText } from "#console/foundation/ui/wording.ts";

interface ServedSharesProps {
  experiment: Experiment;
  /** Percent. */
  before: number;
  /** Undefined while it is none that is possible. */
  after: number | undefined;
}

export const ServedShares = ({ experiment: { groups }, before, after }: ServedSharesProps) => (
  <NumbersTable
    caption="What apps get, of those who are eligible"
    columns={["Group", "Now", "After"]}
    rows={[
      ...groups.map(({ name, size }) => [
        name,
        percentText((size * before) / 100),
        after === undefined ? "" : percentText((size * after) / 100),
      ]),
      ["No group", percentText(100 - before), after === undefined ? "" : percentText(100 - after)],
    ]}
  />
);
