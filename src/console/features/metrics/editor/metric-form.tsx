// The form fields of a metric: its name, the events it counts, the desired direction, and its tags and owner.
import type { ReactNode } from "react";
import type { Metric } from "#contract/metric.ts";
import type { Problem } from "#contract/api-error.ts";
import { isMetricType, metricTypes } from "#contract/metric-definition.ts";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { Select } from "#console/foundation/forms/select.tsx";
import type { Suggestion } from "#console/foundation/forms/suggest-field.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { metricSentence } from "#console/foundation/ui/metric-sentence.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";
import { EventsSection } from "./events-section.tsx";
import { fieldID, isTotal, problemAt } from "./metric-body.ts";
import { type MetricDraft, withType } from "./metric-draft.ts";
import { MetricSourceField } from "./metric-source-field.tsx";

const kinds = Object.entries(metricTypes).map(([value, label]) => ({ value, label }));

/** Help texts of the types whose events are chosen in this form; other types use their general description. */
const kindHelp: Readonly<Record<string, string>> = {
  event_count_custom: "Such as orders: each event counts 1.",
  event_user: "Such as buyers: a unit counts 1, however many events it has.",
  event_dau: "Such as active days: the share of days with an event.",
  sum: "Such as revenue: the numbers of a unit’s events are added up.",
  mean: "Such as the value of an order: all numbers, over how many there are.",
  ratio: "Such as revenue per visit: among units that have a denominator.",
  funnel: "Such as basket to order: each step must come after the one before.",
};

const several: Readonly<Record<string, string>> = {
  ratio: "The numerator and the denominator.",
  funnel: "In their order, on the same day.",
};

interface SectionProps {
  title: string;
  note?: string;
  children: ReactNode;
}

const Section = ({ title, note, children }: SectionProps) => (
  <section aria-label={title} className="grid gap-4 border-t border-border pt-1 pb-5">
    <div className="-mb-3">
      <SectionHead title={title} note={note} />
    </div>
    {children}
  </section>
);

interface ChoiceProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  help?: string | undefined;
  onChange: (value: V) => void;
}

const Choice = <V extends string>({ help, ...choice }: ChoiceProps<V>) => (
  <div className="grid content-start gap-1">
    <span className="text-12 font-medium">{choice.label}</span>
    <Segment {...choice} />
    {help ? <p className="text-12 text-text-muted">{help}</p> : null}
  </div>
);

interface MetricFormProps {
  draft: MetricDraft;
  /** Name and type of a stored metric form its id and cannot change. */
  stored: Metric | undefined;
  problems: readonly Problem[];
  eventNames: readonly Suggestion[];
  /** Suggested tags. */
  tags: readonly string[];
  unitTypes: readonly string[];
  onChange: (part: Partial<MetricDraft>) => void;
}

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export function MetricForm({
  draft,
  stored,
  problems,
  eventNames,
  tags,
  unitTypes,
  onChange,
}: MetricFormProps) {
  const { type } = draft;
  // Other types exist only on imported metrics and cannot be chosen here.
  const isFixed = !isMetricType(type);
  const at = (property: string) => problemAt(problems, property);
  return (
    <>
      <section aria-label="Name" className="grid gap-4 pt-2 pb-5">
        {stored ? null : (
          <TextField
            label="Name"
            id={fieldID("name")}
            isRequired
            value={draft.name}
            error={at("name")}
            help="4 to 200 characters. It stays, as does what the metric measures."
            onChange={(name) => onChange({ name })}
          />
        )}
        <TextField
          label="Description"
          id={fieldID("description")}
          multiline
          value={draft.description}
          error={at("description")}
          onChange={(description) => onChange({ description })}
        />
      </section>
      <Section title="What it measures" note={several[type] ?? ""}>
        {stored ? null : (
          <Select
            label="Kind"
            id={fieldID("type")}
            value={type}
            options={kinds}
            error={at("type")}
            help={kindHelp[type]}
            onChange={(next) => onChange(withType(draft, next))}
          />
        )}
        {isFixed ? (
          <p className="text-text-muted">
            {stored ? metricSentence(stored) : null} How it is computed stays as it was imported; a copy of it
            can count otherwise.
          </p>
        ) : (
          <>
            <EventsSection draft={draft} eventNames={eventNames} problems={problems} onChange={onChange} />
            {type === "funnel" ? (
              <Choice
                label="Counts"
                value={draft.counts}
                options={[
                  { value: "users", label: "Days of units" },
                  { value: "events", label: "Events" },
                ]}
                help="Of the days, or of the events, of the first step: the share that reaches the last one."
                onChange={(counts) => onChange({ counts })}
              />
            ) : null}
            {isTotal(type) ? (
              <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
                <Choice
                  label="Large values"
                  value={draft.cap}
                  options={[
                    { value: "experiment", label: "As the experiment says" },
                    { value: "none", label: "Count in full" },
                    { value: "percentile", label: "Cap" },
                  ]}
                  help="A cap keeps a few units from deciding (winsorization)."
                  onChange={(cap) => onChange({ cap })}
                />
                {draft.cap === "percentile" ? (
                  <div className="w-40">
                    <TextField
                      label="Percentile"
                      id={fieldID("winsorization")}
                      unit={percentSign.trim()}
                      value={draft.percentile}
                      error={at("winsorization")}
                      help="Of units with a value."
                      onChange={(percentile) => onChange({ percentile })}
                    />
                  </div>
                ) : null}
              </div>
            ) : null}
          </>
        )}
      </Section>
      <Section title="How it is read">
        <div className="grid items-start gap-4 tablet:grid-cols-2">
          <Choice
            label="Better when"
            value={draft.directionality}
            options={[
              { value: "increase", label: "Higher" },
              { value: "decrease", label: "Lower" },
            ]}
            onChange={(directionality) => onChange({ directionality })}
          />
          <TokensField
            label="Units"
            id={fieldID("unitTypes")}
            values={draft.unitTypes}
            options={optionsOf(unitTypes)}
            placeholder={draft.unitTypes.length > 0 ? "Add" : "Any"}
            help="ID types by which it can be counted; any without one."
            error={at("unitTypes")}
            onChange={(next) => onChange({ unitTypes: next })}
          />
          <TokensField
            label="Tags"
            id={fieldID("tags")}
            values={draft.tags}
            options={optionsOf(tags)}
            help="Guardrail says that it must not get worse."
            error={at("tags")}
            onChange={(next) => onChange({ tags: next })}
          />
          <TextField
            label="Owner"
            id={fieldID("owner")}
            value={draft.owner}
            error={at("owner")}
            onChange={(owner) => onChange({ owner })}
          />
          <MetricSourceField
            value={draft.source}
            error={at("warehouseNative")}
            onChange={(source) => onChange({ source })}
          />
        </div>
      </Section>
    </>
  );
}
