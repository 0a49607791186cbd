import { X } from "lucide-react";
import { memo } from "react";
import type { ExperimentPower, PowerMetric } from "#contract/experiment-power.ts";
import { isTaggedGuardrail, type Metric } from "#contract/metric.ts";
import { planFieldID } from "#console/features/experiments/plan/field-id.ts";
import type { MetricDraft } from "#console/features/experiments/plan/draft/plan-draft.ts";
import { Select } from "#console/foundation/forms/select.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";
import { metricSentence } from "#console/foundation/ui/metric-sentence.ts";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { FormRow, FormSection, WideField } from "./form-row.tsx";
import type { PlanForm } from "./plan-form-state.ts";

const head = "h-8 border-b border-border pr-3 text-left text-12 font-medium text-text-muted";
const cell = "h-row border-b border-border py-1 pr-3 align-middle";
interface MetricsProps {
  form: PlanForm;
  metrics: readonly Metric[];
  /** Undefined until it is computed. */
  power: ExperimentPower | undefined;
}

/** The direction in which a change is good. */
const betterText = (metric: Metric | undefined) =>
  metric?.directionality === "increase" ? "higher" : metric?.directionality === "decrease" ? "lower" : "–";

const number = "figures pr-3 text-right max-tablet:hidden";

/** Past mean, variance removed by CUPED, and smallest effect detectable at the end. */
function PowerCells({ measured }: { measured: PowerMetric | undefined }) {
  const { mean, cupedRemoves, fixed } = measured ?? {};
  return (
    <>
      <td className={`${cell} ${number}`}>{mean === undefined ? "–" : formatNumber(mean)}</td>
      <td className={`${cell} ${number} text-text-muted`}>
        {cupedRemoves === undefined ? "–" : `−${formatNumber(100 * cupedRemoves)}${percentSign}`}
      </td>
      <td className={`${cell} ${number} font-medium`}>
        {fixed === undefined ? "–" : `${formatNumber(fixed)}${percentSign}`}
      </td>
    </>
  );
}

const addID = planFieldID("primaryMetrics");

const pathOf = (all: readonly MetricDraft[], metric: MetricDraft) =>
  `${metric.role}Metrics.${all.filter(({ role }) => role === metric.role).indexOf(metric)}`;

function MetricRow({ form, metric, metrics, power }: MetricsProps & { metric: MetricDraft }) {
  const { draft, change, errorOf, lockOf } = form;
  const focusLater = useFocusLater();
  const known = metrics.find(({ id }) => id === metric.key);
  const path = pathOf(draft.metrics, metric);
  const error = errorOf(path);
  // While the experiment runs, primary metrics can be neither removed nor added.
  const isLocked = Boolean(lockOf(`${metric.role}Metrics`));
  const secondary = isTaggedGuardrail(known) ? "Guardrail" : "Secondary";
  const remove = () => {
    change({ metrics: draft.metrics.filter(({ key }) => key !== metric.key) });
    focusLater(addID);
  };
  return (
    <tr id={planFieldID(path)} tabIndex={-1} className="outline-none">
      <th
        scope="row"
        title={known ? metricSentence(known) : undefined}
        className={`${cell} text-left font-medium break-words`}
      >
        {metric.name}
        {error ? <span className="block text-12 font-regular text-danger">{error}</span> : null}
      </th>
      <td className={cell}>
        {isLocked || lockOf("primaryMetrics") ? (
          metric.role === "primary" ? (
            "Primary"
          ) : (
            secondary
          )
        ) : (
          <Select
            label={`Role of ${metric.name}`}
            hideLabel
            value={metric.role}
            options={[
              { value: "primary", label: "Primary" },
              { value: "secondary", label: secondary },
            ]}
            onChange={(role) =>
              change({
                metrics: draft.metrics.map((one) => (one.key === metric.key ? { ...one, role } : one)),
              })
            }
          />
        )}
      </td>
      <td className={`${cell} text-text-muted`}>{betterText(known)}</td>
      <PowerCells measured={power?.metrics.find(({ id }) => id === metric.key)} />
      <td className={`${cell} pr-0 text-right`}>
        {isLocked ? null : (
          <IconButton label={`Remove ${metric.name}`} icon={X} className="-mr-1.5" onClick={remove} />
        )}
      </td>
    </tr>
  );
}

/** Primary metrics, guardrails and secondary metrics, in this order. */
export const MetricsSection = memo(function MetricsSection({ form, metrics, power }: MetricsProps) {
  const { draft, change, errorOf, lockOf, locksOf } = form;
  const { metrics: chosen } = draft;
  const rank = ({ key, role }: MetricDraft) =>
    role === "primary" ? 0 : isTaggedGuardrail(metrics.find(({ id }) => id === key)) ? 1 : 2;
  const rows = chosen.toSorted((left, right) => rank(left) - rank(right));
  const isTwice = (metric: Metric) =>
    metrics.some(({ id, name }) => name === metric.name && id !== metric.id);
  const options = metrics.flatMap((metric) =>
    chosen.some(({ key }) => key === metric.id)
      ? []
      : [{ value: metric.id, label: isTwice(metric) ? `${metric.name} (${metric.type})` : metric.name }],
  );
  const hasPrimary = chosen.some(({ role }) => role === "primary");
  const canBePrimary = !lockOf("primaryMetrics");
  const add = (ids: readonly string[]) => {
    const added = ids.flatMap((id): MetricDraft[] => {
      const metric = metrics.find((one) => one.id === id);
      if (!metric) return [];
      const isFirst = canBePrimary && !hasPrimary && !isTaggedGuardrail(metric);
      return [{ key: id, name: metric.name, type: metric.type, role: isFirst ? "primary" : "secondary" }];
    });
    if (added.length > 0) change({ metrics: [...chosen, ...added] });
  };
  return (
    <FormSection
      title="Metrics"
      note={
        power?.metrics.length
          ? `MDE (minimum detectable effect) on day ${Math.round(power.duration)}, against control.`
          : "Primary ones decide, guardrails must not get worse, secondary ones explain."
      }
      locks={locksOf("primaryMetrics", "secondaryMetrics")}
    >
      {rows.length > 0 ? (
        <table className="w-full table-fixed border-separate border-spacing-0">
          <caption className="sr-only">Metrics of the experiment</caption>
          <thead>
            <tr>
              <th scope="col" className={head}>
                Metric
              </th>
              <th scope="col" className={`${head} w-34 max-tablet:w-30`}>
                Role
              </th>
              <th scope="col" className={`${head} w-25`}>
                Better when
              </th>
              {["Mean", "CUPED", "MDE"].map((title) => (
                <th key={title} scope="col" className={`${head} w-20 text-right! max-tablet:hidden`}>
                  {title}
                </th>
              ))}
              <th scope="col" className={`${head} w-9`}>
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((metric) => (
              <MetricRow key={metric.key} form={form} metric={metric} metrics={metrics} power={power} />
            ))}
          </tbody>
        </table>
      ) : null}
      {lockOf("secondaryMetrics") ? null : (
        <FormRow label="Add">
          <WideField>
            <TokensField
              id={addID}
              label={canBePrimary ? "Add a metric" : "Add a secondary metric"}
              hideLabel
              placeholder={hasPrimary ? "A metric" : "The metric that decides"}
              values={[]}
              options={options}
              error={errorOf("primaryMetrics")}
              onChange={add}
            />
          </WideField>
        </FormRow>
      )}
    </FormSection>
  );
});
