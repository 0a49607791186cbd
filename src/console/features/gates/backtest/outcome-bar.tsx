import type { BacktestResult } from "#targeting/backtest/backtest-gate.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { ShareBar, shareLooks } from "#console/rules/fields/share-bar.tsx";
import type { EvaluatedUser } from "./event-users.ts";

/** A bar of how many users gain the gate, lose it or stay the same. */
export function OutcomeBar({ result }: { result: BacktestResult<EvaluatedUser> }) {
  const { users, gain, lose, stayPassing, stayFailing, notEvaluated } = result;
  const share = (look: keyof typeof shareLooks, total: number, label: string) => ({
    key: look,
    label,
    percent: (100 * total) / users,
    figure: formatCount(total),
    look: shareLooks[look],
  });
  return (
    <div className="pb-4">
      <ShareBar
        label="How the users are parted"
        shares={[
          share("keep", stayPassing, "keep passing"),
          share("gain", gain, "gain it"),
          share("lose", lose, "lose it"),
          share("none", stayFailing, "still do not pass"),
          share("unknown", notEvaluated, "could not be judged"),
        ]}
      />
    </div>
  );
}
