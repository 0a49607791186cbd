import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import type { ListCounts } from "#contract/list-counts.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { queryAll } from "#console/foundation/api/query-all.ts";
import { countedValues } from "#console/foundation/table/listed-page.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { gateFilterOf } from "./gate-list-input.ts";
import type { GateListSearch } from "./gate-search.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import type { Choosing } from "./chosen-gates.tsx";

const TagsDialog = lazyPart(
  "The form for tags",
  async () => (await import("#console/features/gates/list/tags/tags-dialog.tsx")).TagsDialog,
);

const withGates = (chosen: ReadonlyMap<string, Gate>, gates: readonly Gate[]) =>
  new Map([...chosen, ...gates.map((gate) => [gate.id, gate] as const)]);

const nothingChosen = "Choose at least one gate";

interface TagsBarProps {
  chosen: NonNullable<Choosing["chosen"]>;
  setChosen: Choosing["setChosen"];
  counts: ListCounts;
  /** Number of gates that match the filters; undefined while loading. */
  total: number | undefined;
  search: GateListSearch;
}

/** Toolbar for selecting gates in order to change their tags together. */
export function TagsBar({ chosen, setChosen, counts, total, search }: TagsBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const refusal = useSaveRefusal();
  const client = useQueryClient();
  const { mutate: chooseAll, ...choosingAll } = useMutation({
    mutationFn: () => client.fetchQuery({ ...queryAll("listGates", gateFilterOf(search)), staleTime: 0 }),
    onSuccess: (found) => setChosen((before) => before && withGates(before, found)),
  });
  return (
    <div
      role="group"
      aria-label="Tag several gates"
      className="mb-3 flex flex-wrap items-center gap-2 rounded bg-surface-sunken px-3 py-1.5"
    >
      {/* As wide as its longest text, so that ticking a gate moves nothing beside it. */}
      <span aria-live="polite" className="figures min-w-42 font-medium">
        {chosen.size ? `${formatCount(chosen.size)} chosen` : nothingChosen}
      </span>
      <Button
        size="small"
        disabledReason={refusal ?? (chosen.size ? undefined : nothingChosen)}
        reasonAt={refusal ? "before" : "page"}
        onClick={() => setIsOpen(true)}
      >
        Change tags
      </Button>
      <Button size="small" variant="quiet" onClick={() => setChosen(undefined)}>
        Done
      </Button>
      <Button size="small" variant="quiet" aria-busy={choosingAll.isPending} onClick={() => chooseAll()}>
        {total === undefined ? "Choose all" : `Choose all ${formatCount(total)} found`}
      </Button>
      {isOpen ? (
        <Suspense>
          <TagsDialog
            gates={[...chosen.values()]}
            known={countedValues(counts, "tags").map(({ value }) => value)}
            onChanged={(gates) => setChosen((before) => before && withGates(before, gates))}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
      {choosingAll.error ? (
        <FailureNotice error={choosingAll.error} title="The gates could not be read" retry={chooseAll} />
      ) : null}
    </div>
  );
}
