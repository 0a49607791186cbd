// The groups of an experiment: their allocation, and the parameter values that differ from the control's.
import type { Experiment, Group } from "#contract/experiment.ts";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { LiveExposures } from "./live-exposures.tsx";
import { Fact, SetupSection } from "./setup-section.tsx";
import { percentText } from "#console/foundation/ui/wording.ts";

/** Shades of the groups in the bar; names and shares are listed below it. */
const shades = ["bg-text-muted", "bg-border-control", "bg-text", "bg-border-strong"];

/**
 * Shares refer to all eligible units, so that they add up to 100 % with those not enrolled; planned sizes are
 * shown beside them.
 */
function AllocationBar({ groups, allocation }: { groups: readonly Group[]; allocation: number }) {
  const isPart = allocation < 100;
  const own = groups.map(({ id, name, size }, index) => ({
    id,
    name,
    shade: shades[index % shades.length],
    share: (size * allocation) / 100,
    note: isPart ? `, ${percentText(size)} of the experiment` : "",
  }));
  const rest = {
    id: "",
    name: "Not in the experiment",
    shade: "bg-border",
    share: 100 - allocation,
    note: "",
  };
  const parts = isPart ? [...own, rest] : own;
  const words = parts
    .map((part) => `${part === rest ? "not in the experiment" : part.name} ${percentText(part.share)}`)
    .join(", ");
  return (
    <figure aria-label={`Allocation: ${words}`} className="max-w-4xl">
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-small bg-border">
        {own.map(({ id, shade, share }) => (
          <span key={id} className={shade} style={{ width: `${share}%` }} />
        ))}
      </div>
      <figcaption className="figures mt-2 flex flex-wrap gap-x-5 gap-y-1 text-text-muted">
        {parts.map(({ id, name, shade, share, note }) => (
          <span key={id} className="flex items-baseline gap-1.5">
            <i aria-hidden className={`size-2 shrink-0 rounded-small ${shade}`} />
            <span>
              {name} <b className="font-medium text-text">{percentText(share)}</b>
              {note}
            </span>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const valueText = (value: unknown) => (typeof value === "string" ? `"${value}"` : JSON.stringify(value));
const parameterOf = ({ parameterValues }: Group, name: string) => valueText(parameterValues?.[name]);

interface ParametersProps {
  groups: readonly Group[];
  control: Group;
  launchedID: string | null | undefined;
}

/** One row per parameter and one column per group; differences from the control are also stated as text. */
function Parameters({ groups, control, launchedID }: ParametersProps) {
  const names = [...new Set(groups.flatMap(({ parameterValues }) => Object.keys(parameterValues ?? {})))];
  if (names.length === 0) return <Empty title="No group sets a parameter." />;
  return (
    <div tabIndex={0} role="region" aria-label="Parameter values" className="focus-inside overflow-x-auto">
      <table
        className="w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth: 104 + 120 * groups.length }}
      >
        <caption className="sr-only">Parameter values of each group</caption>
        <thead>
          <tr className="*:h-8 *:border-y *:border-border *:px-3 *:py-1.5 *:text-left *:align-bottom *:text-12 *:font-medium *:wrap-anywhere *:text-text-muted *:first:pl-0">
            <th scope="col" className="w-48 max-tablet:w-24">
              Parameter
            </th>
            {groups.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
                {id === control.id ? <span className="font-regular">, control</span> : null}
                {id === launchedID ? <span className="font-regular">, launched</span> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} className="*:h-row *:border-b *:border-border *:px-3 *:align-middle *:first:pl-0">
              <th scope="row" className="text-left font-medium wrap-anywhere">
                <Mono>{name}</Mono>
              </th>
              {groups.map((group) => (
                <ParameterCell key={group.id} name={name} group={group} control={control} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ParameterCell({ name, group, control }: { name: string; group: Group; control: Group }) {
  const value = parameterOf(group, name);
  const differs = value !== parameterOf(control, name);
  return (
    <td className={differs ? "font-medium" : "text-text-muted"}>
      <span className="inline-flex min-w-28 flex-wrap items-baseline gap-x-2 wrap-anywhere">
        {value === undefined ? "Not set" : <Mono>{value}</Mono>}
        {differs ? <span className="text-12 font-regular text-text-muted">differs</span> : null}
      </span>
    </td>
  );
}

export function GroupsTab({ experiment }: { experiment: Experiment }) {
  const { groups, controlGroupID, allocation, launchedGroupID } = experiment;
  const control = groups.find(({ id }) => id === controlGroupID) ?? groups[0];
  if (!control) return <Empty title="This experiment has no groups yet." />;
  return (
    <>
      <SetupSection
        title="Allocation"
        note={`${percentText(allocation ?? 100)} of those who are eligible take part.`}
      >
        <AllocationBar groups={groups} allocation={allocation ?? 100} />
      </SetupSection>
      <SetupSection title="What each group gets" note={`Against ${control.name}.`}>
        <Parameters groups={groups} control={control} launchedID={launchedGroupID} />
      </SetupSection>
      {groups.some(({ description }) => description) ? (
        <SetupSection title="What each group is for">
          <dl className="max-w-4xl">
            {groups.map(({ id, name, description }) => (
              <Fact key={id} name={name}>
                {description || "No description."}
              </Fact>
            ))}
          </dl>
        </SetupSection>
      ) : null}
      <LiveExposures id={experiment.id} />
    </>
  );
}
