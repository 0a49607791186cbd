// A table of who gets which value: the rows are the rules, their variants and the default; the columns are the schema's fields.
import { memo, useMemo, type KeyboardEvent } from "react";
import type { Problem } from "#contract/api-error.ts";
import type { ConfigRuleDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import type { RuleMarks } from "#console/editing/rule-list/rule-marks.ts";
import { SidewaysScroll } from "#console/foundation/ui/sideways-scroll.tsx";
import { SortableList } from "#console/foundation/forms/sortable-list.tsx";
import { andList, formatCount, plural } from "#console/foundation/ui/wording.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import type { MatrixColumn, MatrixColumns } from "./matrix-columns.ts";
import { MatrixRow, hiddenWhenNarrow } from "./matrix-row.tsx";
import type { RuleUsers } from "./rule-users.ts";
import { fieldOf, MatrixRule, rowID, type RowHandlers } from "./matrix-rule.tsx";

interface MatrixProps extends MatrixColumns, RuleMarks<ConfigRuleDraft>, RowHandlers {
  rules: readonly ConfigRuleDraft[];
  defaultText: string;
  defaultBefore: string;
  /** Key of the selected rule; undefined for the default value. */
  chosenRule: string | undefined;
  chosenVariant: string | undefined;
  problems: readonly Problem[];
  users: RuleUsers | undefined;
  nameOf: NameOf;
  onMove: (rules: ConfigRuleDraft[]) => void;
}

const usersTitle = (unreported: readonly string[] = []) =>
  "Recent users who get the value in production, as it is stored now." +
  (unreported.length > 0 ? ` No event tells ${andList(unreported)}.` : "");

const widths: Readonly<Record<MatrixColumn["kind"], number>> = {
  number: 116,
  text: 144,
  choice: 116,
  list: 196,
  other: 196,
};
/** Column widths in px; the rule column takes the remaining width, and `ruleWidth` at least. */
const [orderWidth, ruleWidth, shareWidth, usersWidth] = [44, 232, 64, 68];

/** With at most this many fields, list and text columns share the remaining width with the rule, so that they are not truncated. */
const mostSharing = 2;
/** Minimum width of the table; CSS reduces it on screens where the users column is hidden. */
const leastWidth = (sum: number) => ({ width: "100%", "--least": `${sum}px` });
const isNarrow = (kind: MatrixColumn["kind"]) => kind === "number" || kind === "choice";

const headClass = "h-11 border-b border-border px-2 text-left align-middle text-12 font-medium";

const steps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
};

/** ↑ and ↓ move to the same field in the adjacent row; ← and → to the adjacent field. Inputs in edit mode keep these keys. */
function moveBetweenCells(event: KeyboardEvent<HTMLTableElement>) {
  const { target, key, currentTarget } = event;
  if (!(target instanceof HTMLButtonElement) || target.dataset["cell"] === undefined) return;
  const isSideways = key === "ArrowLeft" || key === "ArrowRight";
  const step = steps[key];
  if (step === undefined) return;
  const name = target.dataset["cell"];
  const cells = [...currentTarget.querySelectorAll<HTMLElement>("[data-cell]")].filter((other) =>
    isSideways ? other.closest("tr") === target.closest("tr") : other.dataset["cell"] === name,
  );
  event.preventDefault();
  cells[cells.indexOf(target) + step]?.focus();
}

const none: readonly Problem[] = [];

/** The validation errors by the index of their rule, so that an error renders only the rows of its rule again. */
function problemsByRule(problems: readonly Problem[]) {
  const found = new Map<number, Problem[]>();
  for (const problem of problems) {
    const [field, index] = problem.property.split(".");
    if (field === "rules") found.set(Number(index), [...(found.get(Number(index)) ?? []), problem]);
  }
  return found;
}

const Unit = ({ children }: { children: string }) => (
  <span className="block truncate font-regular text-text-muted">{children}</span>
);

export const Matrix = memo(function Matrix(props: MatrixProps) {
  const { rules, known, columns, names, defaultText, defaultBefore, problems, users, onChoose, onEdit } =
    props;
  const sum = columns.reduce(
    (total, { kind }) => total + widths[kind],
    orderWidth + ruleWidth + shareWidth + usersWidth,
  );
  const shared = { columns, defaultText };
  const ofRules = useMemo(() => problemsByRule(problems), [problems]);
  const more = names.length - columns.length;
  return (
    <SidewaysScroll label="Rules and fields">
      <table
        style={leastWidth(sum)}
        className="min-w-(--least) max-[959px]:min-w-[calc(var(--least)-112px)] border-separate border-spacing-0 border-t border-border max-tablet:block max-tablet:min-w-0! max-tablet:[&>tbody]:block max-tablet:[&>tbody>tr+tr]:border-t max-tablet:[&>tbody+tbody>tr]:border-t max-tablet:[&_tr]:border-border tablet:table-fixed"
        onKeyDown={moveBetweenCells}
      >
        <caption className="sr-only">Which value each rule gives, by field</caption>
        <colgroup className="max-tablet:hidden">
          <col style={{ width: orderWidth }} />
          <col style={columns.length > 0 ? undefined : { width: "40%" }} />
          <col style={{ width: shareWidth }} />
          <col style={{ width: usersWidth }} className={hiddenWhenNarrow} />
          {columns.map(({ name, kind }) => (
            <col
              key={name}
              style={isNarrow(kind) || columns.length > mostSharing ? { width: widths[kind] } : undefined}
            />
          ))}
          {columns.length === 0 ? <col /> : null}
        </colgroup>
        <thead className="max-tablet:hidden">
          <tr>
            <th scope="col" className={headClass}>
              <span className="sr-only">Order</span>
            </th>
            <th scope="col" className={`${headClass} left-0 z-1 bg-surface tablet:sticky`}>
              Rule
              <Unit>the first that fits decides</Unit>
            </th>
            <th scope="col" className={`${headClass} text-right`}>
              Share
              <Unit>rollout</Unit>
            </th>
            <th
              scope="col"
              title={usersTitle(users?.unreported)}
              className={`${headClass} ${hiddenWhenNarrow} text-right`}
            >
              Users
              <Unit>{users ? `of ${formatCount(users.total)}` : "\u00a0"}</Unit>
            </th>
            {columns.map(({ name, kind, note }) => (
              <th
                key={name}
                scope="col"
                className={`${headClass} ${kind === "number" ? "text-right" : "pl-5"}`}
              >
                <span className="block truncate font-mono">{name}</span>
                <Unit>{note}</Unit>
              </th>
            ))}
            {columns.length === 0 ? (
              <th scope="col" className={headClass}>
                Value
              </th>
            ) : null}
          </tr>
        </thead>
        <SortableList
          isInTable
          label="Rules"
          items={rules}
          keyOf={({ key }) => key}
          nameOf={({ name }) => name}
          onChange={props.onMove}
        >
          {(rule, index) => (
            <MatrixRule
              {...shared}
              problems={ofRules.get(index) ?? none}
              rule={rule}
              before={known.get(rule.key)}
              index={index}
              chosen={rule.key === props.chosenRule ? (props.chosenVariant ?? rule.key) : undefined}
              hasProblem={props.withProblem.has(index)}
              edit={props.edits.get(rule.key)}
              oddity={props.oddities.get(rule.key)}
              users={users}
              nameOf={props.nameOf}
              onChoose={onChoose}
              onEdit={onEdit}
            />
          )}
        </SortableList>
        <tbody>
          <MatrixRow
            {...shared}
            problems={problems}
            id={rowID({ rule: undefined })}
            name="Everyone else"
            sentence="The default value"
            users={users?.otherwise}
            isChosen={props.chosenRule === undefined}
            value={{ text: defaultText, before: defaultBefore, property: "defaultValue" }}
            instead={defaultText.trim() === "" ? "Nothing" : undefined}
            onChoose={(from) => onChoose({ rule: undefined }, fieldOf(from, "default-value"))}
            onEdit={(change) => onEdit({ rule: undefined }, change)}
          />
        </tbody>
      </table>
      {more > 0 ? (
        <p className="py-2 text-12 text-text-muted">
          {plural(more, "further field stands", "further fields stand")} below, with the text of each value.
        </p>
      ) : null}
    </SidewaysScroll>
  );
});
