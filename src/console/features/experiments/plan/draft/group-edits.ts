// Edits of the groups table: rows, columns and sizes. Pure.
import { equalSizes } from "#contract/experiment-plan.ts";
import { unusedName } from "#console/editing/rule-list/new-rule.ts";
import { retyped } from "./parameter-cells.ts";
import type { GroupDraft, ParameterDraft, PlanDraft } from "./plan-draft.ts";

type Table = Pick<PlanDraft, "groups" | "parameters" | "control">;

/** Returns a key that is not in use. */
function unusedKey(wanted: string, others: readonly { key: string }[]): string {
  const keys = new Set(others.map(({ key }) => key));
  for (let number = 1; ; number += 1) {
    const key = `new-${wanted}-${number}`;
    if (!keys.has(key)) return key;
  }
}

/** Gives all groups equal sizes that add up to 100. */
export function splitEqually({ groups }: Pick<Table, "groups">): Pick<Table, "groups"> {
  const sizes = equalSizes(groups.length);
  return { groups: groups.map((group, index) => ({ ...group, size: String(sizes[index] ?? 0) })) };
}

const areEqual = (groups: readonly GroupDraft[]) => {
  const sizes = equalSizes(groups.length);
  return groups.every(({ size }, index) => Number(size.replace(",", ".")) === sizes[index]);
};

/** Replaces the rows; if the sizes were equal before, they are made equal again. */
const withRows = (before: readonly GroupDraft[], groups: GroupDraft[]): Pick<Table, "groups"> =>
  areEqual(before) ? splitEqually({ groups }) : { groups };

/** Adds a group: on/off parameters are copied from the control, all other values are left empty. */
export function addGroup({ groups, parameters, control }: Table): Pick<Table, "groups"> {
  const model = groups.find(({ key }) => key === control);
  const cells = parameters.flatMap(({ key, type }) =>
    type === "switch" ? [[key, model?.cells[key] ?? "false"]] : [],
  );
  const group: GroupDraft = {
    key: unusedKey("group", groups),
    name: unusedName(`Group ${groups.length + 1}`, groups),
    size: "0",
    description: "",
    cells: Object.fromEntries(cells),
  };
  return withRows(groups, [...groups, group]);
}

export const removeGroup = ({ groups }: Pick<Table, "groups">, key: string): Pick<Table, "groups"> =>
  withRows(
    groups,
    groups.filter((group) => group.key !== key),
  );

export const changeGroup = (
  { groups }: Pick<Table, "groups">,
  key: string,
  part: Partial<GroupDraft>,
): Pick<Table, "groups"> => ({
  groups: groups.map((group) => (group.key === key ? { ...group, ...part } : group)),
});

type Columns = Pick<Table, "groups" | "parameters">;

/** Adds a parameter to all groups; an on/off parameter starts as off. */
export function addParameter(
  { groups, parameters }: Columns,
  { name, type }: Pick<ParameterDraft, "name" | "type">,
): Columns {
  const key = unusedKey("parameter", parameters);
  return {
    parameters: [...parameters, { key, name, type }],
    groups:
      type === "switch" ? groups.map((one) => ({ ...one, cells: { ...one.cells, [key]: "false" } })) : groups,
  };
}

const withCell = (cells: GroupDraft["cells"], key: string, cell: string | undefined) => {
  const { [key]: _former, ...others } = cells;
  return cell === undefined ? others : { ...others, [key]: cell };
};

/** Changes the name or type of a parameter; values that the new type cannot represent are cleared. */
export function changeParameter(
  { groups, parameters }: Columns,
  key: string,
  { name, type }: Pick<ParameterDraft, "name" | "type">,
): Columns {
  const before = parameters.find((one) => one.key === key);
  return {
    parameters: parameters.map((one) => (one.key === key ? { key, name, type } : one)),
    groups:
      before === undefined || before.type === type
        ? groups
        : groups.map((one) => ({
            ...one,
            cells: withCell(one.cells, key, retyped(one.cells[key], before.type, type)),
          })),
  };
}

export const removeParameter = ({ groups, parameters }: Columns, key: string): Columns => ({
  parameters: parameters.filter((one) => one.key !== key),
  groups: groups.map((one) => ({ ...one, cells: withCell(one.cells, key, undefined) })),
});
