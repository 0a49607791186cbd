// Share of eligible users in each group and in none, before and after a change of the allocation.
import type { Experiment } from "#contract/experiment.ts";
import { NumbersTable } from "#console/foundation/charts/numbers-table.tsx";
import { percentText } from "#console/foundation/ui/wording.ts";

interface ServedSharesProps {
  experiment: Experiment;
  /** Allocation before the change, percent. */
  before: number;
  /** Undefined while the typed allocation is invalid. */
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
