import { Plus, X } from "lucide-react";
import { memo, useState } from "react";
import { groupCounts } from "#contract/experiment-plan.ts";
import { planFieldID } from "#console/features/experiments/plan/field-id.ts";
import {
  addGroup,
  changeGroup,
  removeGroup,
  splitEqually,
} from "#console/features/experiments/plan/draft/group-edits.ts";
import { typeLabels } from "#console/features/experiments/plan/draft/parameter-cells.ts";
import type { GroupDraft } from "#console/features/experiments/plan/draft/plan-draft.ts";
import { planLabel, shortMessage } from "#console/features/experiments/plan/draft/problem-words.ts";
import { percentOf } from "#console/features/experiments/plan/draft/sent-plan.ts";
import { Picker } from "#console/foundation/forms/select.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { percentText } from "#console/foundation/ui/wording.ts";
import { FormSection } from "./form-row.tsx";
import { ParameterCell } from "./parameter-cell.tsx";
import { ParameterDialog } from "./parameter-dialog.tsx";
import type { PlanForm } from "./plan-form-state.ts";

const nameID = (index: number) => planFieldID(`groups.${index}.name`);
const head = "h-7 pr-2 text-left align-middle text-12 font-medium text-text-muted";
const cell = "py-1 pr-2 align-top max-tablet:block max-tablet:p-0";

interface GroupRowProps {
  form: PlanForm;
  group: GroupDraft;
  index: number;
  isLocked: boolean;
}

function GroupRow({ form, group, index, isLocked }: GroupRowProps) {
  const { draft, change, errorOf } = form;
  const focusLater = useFocusLater();
  const set = (part: Partial<GroupDraft>) => change(changeGroup(draft, group.key, part));
  const isControl = draft.control === group.key;
  const remove = () => {
    change(removeGroup(draft, group.key));
    focusLater(nameID(Math.max(0, index - 1)));
  };
  const name = group.name || `Group ${index + 1}`;
  return (
    <tr className="max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_96px_44px] max-tablet:items-end max-tablet:gap-2 max-tablet:border-t max-tablet:border-border max-tablet:py-3">
      <td className={cell}>
        <TextField
          id={nameID(index)}
          label={`Name of group ${index + 1}`}
          hideLabel
          isReadOnly={isLocked}
          value={group.name}
          error={errorOf(`groups.${index}.name`)}
          lateError="sr-only"
          onChange={(typed) => set({ name: typed })}
        />
      </td>
      <td className={cell}>
        <TextField
          id={planFieldID(`groups.${index}.size`)}
          label={`Size of ${name}, percent`}
          hideLabel
          unit="%"
          inputMode="decimal"
          isReadOnly={isLocked}
          value={group.size}
          error={errorOf(`groups.${index}.size`)}
          lateError="sr-only"
          onChange={(size) => set({ size })}
        />
      </td>
      {draft.parameters.map((parameter) => (
        <td key={parameter.key} className={`${cell} max-tablet:col-span-3`}>
          <span className="hidden text-12 text-text-muted max-tablet:block">
            <Mono>{parameter.name}</Mono> {typeLabels[parameter.type]}
          </span>
          <ParameterCell
            id={planFieldID(`groups.${index}.parameterValues.${parameter.name}`)}
            label={`${parameter.name} of ${name}`}
            type={parameter.type}
            cell={group.cells[parameter.key]}
            isReadOnly={isLocked}
            error={errorOf(`groups.${index}.parameterValues.${parameter.name}`)}
            onChange={(typed) => set({ cells: { ...group.cells, [parameter.key]: typed } })}
          />
        </td>
      ))}
      <td className="py-1 text-right align-top max-tablet:col-start-3 max-tablet:row-start-1 max-tablet:block max-tablet:p-0">
        {isControl ? (
          <span className="inline-flex h-control items-center text-text-muted max-tablet:text-12">
            Control
          </span>
        ) : isLocked || draft.groups.length <= groupCounts.fewest ? null : (
          <IconButton label={`Remove ${name}`} icon={X} className="-mr-1.5" onClick={remove} />
        )}
      </td>
    </tr>
  );
}

/** Column header of a parameter; opens the dialog that changes its name and type. */
const ParameterHead = ({
  name,
  type,
  onOpen,
}: {
  name: string;
  type: string;
  onOpen: (() => void) | undefined;
}) =>
  onOpen ? (
    <button
      type="button"
      aria-label={`Change the parameter ${name}`}
      onClick={onOpen}
      className="inline-flex h-7 max-w-full items-center gap-1 rounded-small hover:text-text pointer-coarse:h-11"
    >
      <span className="truncate font-mono text-text underline decoration-border-strong underline-offset-3">
        {name}
      </span>
      <span className="whitespace-nowrap">{type}</span>
    </button>
  ) : (
    <>
      <Mono>{name}</Mono> {type}
    </>
  );

/** Total of the sizes and the first problem of the table; the line is always there, to avoid a layout shift. */
function TableFoot({ form }: { form: PlanForm }) {
  const { draft, problems } = form;
  const sizes = draft.groups.map(({ size }) => percentOf(size));
  const total = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const [first, ...more] = problems.filter(({ property }) => /^(groups|parameters)(\.|$)/.test(property));
  const where = first && first.property !== "groups" ? `${planLabel(first.property, draft)}: ` : "";
  return (
    <>
      <span id={planFieldID("groups")} tabIndex={-1} className="figures text-text-muted outline-none">
        {percentText(total)}
      </span>
      <span aria-live="polite" className="min-w-0 text-12 text-danger max-tablet:basis-full">
        {first ? (
          <>
            {where}
            {shortMessage(first)}
            {more.length > 0 ? `, and ${more.length} more` : ""}
          </>
        ) : null}
      </span>
    </>
  );
}

/** The groups table: each group with its size and its parameter values. */
export const GroupsSection = memo(function GroupsSection({ form }: { form: PlanForm }) {
  const { draft, change, errorOf, lockOf, locksOf } = form;
  const { groups, parameters, control } = draft;
  const [opened, setOpened] = useState<string>();
  const focusLater = useFocusLater();
  const lock = lockOf("groups");
  const isFull = groups.length >= groupCounts.most;
  const add = () => {
    change(addGroup(draft));
    focusLater(nameID(groups.length));
  };
  return (
    <FormSection
      title="Groups"
      note="Every group has the same parameters, with the same types."
      locks={locksOf("groups", "controlGroupID")}
      action={
        lock ? null : (
          <>
            <Button variant="quiet" size="small" onClick={() => change(splitEqually(draft))}>
              Equal split
            </Button>
            <Button variant="quiet" size="small" icon={Plus} onClick={() => setOpened("")}>
              Parameter
            </Button>
          </>
        )
      }
    >
      <div
        role="region"
        aria-label="Groups and their parameters"
        tabIndex={0}
        className="focus-inside min-w-0 overflow-x-auto max-tablet:overflow-visible"
      >
        <table
          className="w-full table-fixed border-separate border-spacing-0 max-tablet:block max-tablet:min-w-0!"
          style={{ minWidth: 310 + 132 * parameters.length }}
        >
          <caption className="sr-only">Groups, their sizes and parameters</caption>
          <thead className="max-tablet:block">
            <tr className="max-tablet:flex max-tablet:flex-wrap max-tablet:gap-x-4">
              <th
                scope="col"
                className={`${head} ${parameters.length > 2 ? "w-40" : "w-[23%]"} max-tablet:sr-only`}
              >
                Group
              </th>
              <th scope="col" className={`${head} w-19 max-tablet:sr-only`}>
                Size
              </th>
              {parameters.map(({ key, name, type }, index) => (
                <th
                  key={key}
                  id={planFieldID(`parameters.${index}`)}
                  tabIndex={-1}
                  scope="col"
                  className={`${head} ${type === "switch" ? "w-21" : ""} outline-none max-tablet:w-auto ${errorOf(`parameters.${index}`) ? "text-danger" : ""}`}
                >
                  <ParameterHead
                    name={name}
                    type={typeLabels[type]}
                    onOpen={lock ? undefined : () => setOpened(key)}
                  />
                </th>
              ))}
              <th scope="col" className={`${head} w-16 max-tablet:sr-only`}>
                <span className="sr-only">Control or remove</span>
              </th>
            </tr>
          </thead>
          <tbody className="max-tablet:block">
            {groups.map((group, index) => (
              <GroupRow key={group.key} form={form} group={group} index={index} isLocked={Boolean(lock)} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        {lock ? null : (
          <span className="-ml-2">
            <Button
              variant="quiet"
              size="small"
              icon={Plus}
              disabledReason={isFull ? `At most ${groupCounts.most} groups` : undefined}
              onClick={add}
            >
              Add group
            </Button>
          </span>
        )}
        <TableFoot form={form} />
        {lock ? null : (
          <span id={planFieldID("controlGroupID")} tabIndex={-1} className="ml-auto outline-none">
            <Picker
              label="Control"
              value={control}
              options={groups.map(({ key, name }, index) => ({
                value: key,
                label: name || `Group ${index + 1}`,
              }))}
              onChange={(key) => change({ control: key })}
            />
          </span>
        )}
      </div>
      {opened === undefined ? null : (
        <ParameterDialog
          draft={draft}
          parameter={parameters.find(({ key }) => key === opened)}
          onChange={change}
          onClose={() => setOpened(undefined)}
        />
      )}
    </FormSection>
  );
});
