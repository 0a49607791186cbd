import type { Gate } from "#contract/gate.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import { textOf, whoParts, type NameOf } from "#console/rules/condition-words.ts";
import { environmentsText } from "#console/rules/environments.ts";
import { percentText } from "#console/rules/percent.ts";
import { Who } from "#console/rules/who.tsx";
import { Table, type Column } from "#console/table/table.tsx";

interface Numbered {
  readonly rule: Rule;
  readonly number: number;
}

const columnsOf = (nameOf: NameOf, onEdit: (baseID: string) => void): Column<Numbered>[] => [
  {
    id: "number",
    header: "#",
    cell: ({ number }) => <span className="pl-2.5 text-text-muted">{number}</span>,
    width: "40px",
  },
  {
    id: "name",
    header: "Rule",
    cell: ({ rule }) => (
      <button
        type="button"
        title={`Edit ${rule.name}`}
        onClick={() => onEdit(baseIDOf(rule))}
        className="max-w-full truncate rounded-small font-medium hover:underline"
      >
        {rule.name}
      </button>
    ),
    width: "26%",
    phone: "first",
  },
  {
    id: "who",
    header: "Who",
    cell: ({ rule }) => (
      <span className="text-text-muted" title={textOf(whoParts(rule.conditions, nameOf))}>
        <Who conditions={rule.conditions} nameOf={nameOf} />
      </span>
    ),
    phone: "second",
  },
  {
    id: "environments",
    header: "Environments",
    cell: ({ rule }) => <span className="text-text-muted">{environmentsText(rule.environments)}</span>,
    width: "132px",
  },
  {
    id: "passes",
    header: "Passes",
    cell: ({ rule }) => <span className="pr-3 font-medium">{percentText(rule.passPercentage)}</span>,
    align: "end",
    width: "96px",
    phone: "end",
  },
];

/** The rules in the order in which they decide; a row opens its rule for editing. */
export const RulesTable = ({
  gate,
  nameOf,
  edited,
  onEdit,
}: {
  gate: Gate;
  nameOf: NameOf;
  edited: string | undefined;
  onEdit: (baseID: string) => void;
}) => (
  <Table
    caption={`Rules of ${gate.name}`}
    rows={gate.rules.map((rule, index): Numbered => ({ rule, number: index + 1 }))}
    columns={columnsOf(nameOf, onEdit)}
    rowKey={({ rule }) => baseIDOf(rule)}
    selected={edited}
    onOpen={({ rule }) => onEdit(baseIDOf(rule))}
    emptyText="This gate has no rules: nobody passes."
  />
);
