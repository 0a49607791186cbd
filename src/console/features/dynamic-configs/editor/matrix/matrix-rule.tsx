import { TriangleAlert } from "lucide-react";
import { memo } from "react";
import type { Problem } from "#contract/api-error.ts";
import { restOfVariants } from "#console/features/dynamic-configs/draft/rule-shares.ts";
import type { ConfigRuleDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { MoveHandle } from "#console/foundation/forms/sortable-list.tsx";
import { percentText } from "#console/foundation/ui/wording.ts";
import { conditionsOfDraft } from "#console/rules/fields/condition-draft.ts";
import { usersParts, type NameOf } from "#console/rules/fields/condition-words.ts";
import { environmentsText } from "#console/rules/fields/environments.ts";
import { Sentence } from "#console/rules/fields/sentence.tsx";
import type { MatrixColumn } from "./matrix-columns.ts";
import { MatrixRow } from "./matrix-row.tsx";
import type { RuleUsers } from "./rule-users.ts";
import { ShareCell } from "./share-cell.tsx";

/** Identifies a row: a rule, one of its variants, or the default value, for which `rule` is undefined. */
export interface RowPlace {
  rule: string | undefined;
  variant?: string | undefined;
}

export interface RowHandlers {
  /** Selects a row; `field` is the DOM id of the field to focus, or null if the value is edited in its cell. */
  onChoose: (place: RowPlace, field?: string | null) => void;
  onEdit: (place: RowPlace, change: (text: string) => string) => void;
}

interface MatrixRuleProps extends RowHandlers {
  rule: ConfigRuleDraft;
  /** The rule in the draft's base; undefined if it is new. */
  before: ConfigRuleDraft | undefined;
  index: number;
  /** Key of the selected variant, or of the rule itself if it has none; undefined if another rule is selected. */
  chosen: string | undefined;
  columns: readonly MatrixColumn[];
  defaultText: string;
  problems: readonly Problem[];
  /** Text about unsaved changes, such as "2 changes". */
  edit: string | undefined;
  oddity: string | undefined;
  hasProblem: boolean;
  users: RuleUsers | undefined;
  nameOf: NameOf;
}

export const fieldOf = (from: "row" | "cell" | "text", text: string) =>
  from === "text" ? text : from === "cell" ? null : undefined;

export const rowID = ({ rule = "default", variant }: RowPlace) =>
  `rule-line-${variant === undefined ? rule : `${rule}-${variant}`}`;

const inEnvironments = ({ environments }: ConfigRuleDraft) =>
  environments ? `, in ${environmentsText(environments).toLowerCase()}` : "";

const ofThem = (percent: number | undefined) =>
  percent === 50
    ? "Half of them"
    : percent === undefined
      ? "Some of them"
      : `${percentText(percent)} of them`;

/** The rows of a rule and its variants. */
export const MatrixRule = memo(function MatrixRule(props: MatrixRuleProps) {
  const {
    rule,
    before,
    index,
    chosen,
    hasProblem,
    edit,
    oddity,
    users,
    nameOf,
    onChoose,
    onEdit,
    ...shared
  } = props;
  const id = `rule-${index}`;
  const hasVariants = rule.variants.length > 0;
  const rest = restOfVariants(rule);
  const isDefault = rule.value.trim() === "";
  const place = { rule: rule.key };
  return (
    <>
      <MatrixRow
        {...shared}
        id={rowID(place)}
        order={
          <span className="flex items-start">
            <MoveHandle />
            <span className="figures pt-1.5 text-text-muted">{index + 1}</span>
          </span>
        }
        name={rule.name}
        marks={
          <>
            {oddity ? (
              <span title={oddity} className="shrink-0 self-center text-warning">
                <TriangleAlert size={14} aria-hidden />
                <span className="sr-only">{oddity}</span>
              </span>
            ) : null}
            {/* Only one mark at a time, so that a late finding does not shorten the name. */}
            {hasProblem ? (
              <span className="shrink-0 text-12 text-danger">needs fixing</span>
            ) : edit ? (
              <span className="shrink-0 text-12 text-text-muted">{edit}</span>
            ) : null}
          </>
        }
        sentence={
          <>
            <Sentence parts={usersParts(conditionsOfDraft(rule.conditions), 100, nameOf)} />
            {hasVariants ? "" : inEnvironments(rule)}
          </>
        }
        share={
          <ShareCell
            label={`Share of ${rule.name}`}
            percent={rule.passPercentage}
            before={before?.passPercentage}
            onEdit={() => onChoose(place, `${id}-passPercentage`)}
          />
        }
        users={before && users?.of(rule.key)}
        isChosen={!hasVariants && chosen === rule.key}
        value={
          hasVariants || isDefault
            ? undefined
            : { text: rule.value, before: before?.value, property: `rules.${index}.returnValue` }
        }
        instead={
          hasVariants
            ? `${rule.variants.length} ${rule.variants.length === 1 ? "variant" : "variants"}${inEnvironments(rule)}`
            : isDefault
              ? "The default value"
              : undefined
        }
        onChoose={(from) => onChoose(place, fieldOf(from, `${id}-value`))}
        onEdit={(change) => onEdit(place, change)}
      />
      {rule.variants.map((variant, number) => {
        const of = { ...place, variant: variant.key };
        const field = `${id}-variants-${number}`;
        const old = before?.variants.find(({ key }) => key === variant.key);
        return (
          <MatrixRow
            {...shared}
            key={variant.key}
            id={rowID(of)}
            isVariant
            name={variant.name}
            sentence={ofThem(variant.passPercentage)}
            share={
              <ShareCell
                label={`Share of ${variant.name}`}
                percent={variant.passPercentage}
                before={old?.passPercentage}
                onEdit={() => onChoose(of, `${field}-passPercentage`)}
              />
            }
            users={old && users?.of(variant.id)}
            isChosen={chosen === variant.key}
            value={{
              text: variant.value,
              before: old?.value,
              property: `rules.${index}.variants.${number}.returnValue`,
            }}
            onChoose={(from) => onChoose(of, fieldOf(from, `${field}-value`))}
            onEdit={(change) => onEdit(of, change)}
          />
        );
      })}
      {hasVariants && rest > 0 ? (
        <MatrixRow
          {...shared}
          id={`${rowID(place)}-rest`}
          isVariant
          name="The rest"
          sentence={ofThem(rest)}
          share={<span className="block">{percentText(rest)}</span>}
          isChosen={false}
          value={
            isDefault
              ? undefined
              : { text: rule.value, before: before?.value, property: `rules.${index}.returnValue` }
          }
          instead={isDefault ? "The default value" : undefined}
          onChoose={(from) => onChoose(place, from === "cell" ? null : `${id}-value`)}
          onEdit={(change) => onEdit(place, change)}
        />
      ) : null}
    </>
  );
});
