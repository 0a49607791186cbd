// The answers of gates, configs and experiments to a user, with the current attributes or those at an earlier time, by the same
// evaluation as for apps.
import type { UnitAttributes } from "#contract/event-answers.ts";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { useUserWithDerivedAttributes } from "#console/rules/evaluate-user/use-user-with-derived-attributes.ts";
import { userAt, type Unit } from "./known-user.ts";
import { ConfigAnswers, ExperimentAnswers, GateAnswers } from "./answer-lists.tsx";
import { useUserSearch, type UserSearch } from "./user-search.ts";

const kinds = [
  { value: "gates", label: "Gates" },
  { value: "configs", label: "Configs" },
  { value: "experiments", label: "Experiments" },
] as const;

const lists = { gates: GateAnswers, configs: ConfigAnswers, experiments: ExperimentAnswers };

function Listed({ unit, known, kind }: { unit: Unit; known: UnitAttributes; kind: keyof typeof lists }) {
  const { at, named = "", page = 1 } = useUserSearch();
  const setSearch = useSetSearch<UserSearch>({ resetScroll: false });
  const user = useUserWithDerivedAttributes(userAt(unit, known.attributes, at));
  const List = lists[kind];
  return (
    <List
      key={kind}
      unit={unit}
      user={user}
      at={at}
      named={named}
      page={page}
      onPage={(next) => setSearch({ page: next })}
    />
  );
}

export function Answers({ unit, known }: { unit: Unit; known: UnitAttributes | undefined }) {
  const { at, answers, named = "" } = useUserSearch();
  const kind = kinds.find(({ value }) => value === answers)?.value ?? "gates";
  const setSearch = useSetSearch<UserSearch>({ resetScroll: false });
  return (
    <section aria-labelledby="answers" className="pb-4">
      <SectionHead
        id="answers"
        title={at === undefined ? "What it gets now" : "What it would get"}
        note={at === undefined ? "and why" : `with the attributes of ${formatDateTime(at)}`}
        action={
          at === undefined ? undefined : (
            <Button size="small" onClick={() => setSearch({ at: undefined })}>
              Attributes of now
            </Button>
          )
        }
      />
      <div className="grid gap-2 pb-2">
        <Segment
          label="Whose answers"
          value={kind}
          options={kinds}
          onChange={(next) => setSearch({ answers: next, page: undefined })}
        />
        <SearchField
          label="Find by name or id"
          value={named}
          onChange={(next) => setSearch({ named: next || undefined, page: undefined })}
        />
      </div>
      {/* Fixed height, so that nothing below moves when the content arrives. */}
      <div className="flex h-120 flex-col overflow-hidden">
        {known ? (
          <Listed unit={unit} known={known} kind={kind} />
        ) : (
          <SkeletonRows label="Loading the answers" />
        )}
      </div>
    </section>
  );
}
