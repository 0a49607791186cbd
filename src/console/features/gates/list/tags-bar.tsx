import { Suspense, useCallback, useMemo, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";

const TagsDialog = lazyPart(
  "The form for tags",
  async () => (await import("#console/features/gates/list/tags/tags-dialog.tsx")).TagsDialog,
);

/** Which gates are ticked; no boxes are shown until somebody wants to choose. */
export function useChosenGates() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const tick = useCallback(
    (id: string, isChosen: boolean) =>
      setChosen((before) => {
        const after = new Set(before);
        if (isChosen) after.add(id);
        else after.delete(id);
        return after;
      }),
    [],
  );
  const mark = useMemo(
    () =>
      chosen &&
      (({ id, name }: Gate) => (
        <input
          type="checkbox"
          aria-label={`Choose ${name}`}
          className="mr-3 size-4 align-[-3px] accent-accent-solid pointer-coarse:mr-4 pointer-coarse:size-6"
          checked={chosen.has(id)}
          onChange={(event) => tick(id, event.target.checked)}
        />
      )),
    [chosen, tick],
  );
  return { chosen, setChosen, mark };
}

type Choosing = ReturnType<typeof useChosenGates>;

/** Begins to choose. */
export function TagSeveral({ choosing: { chosen, setChosen } }: { choosing: Choosing }) {
  const refusal = useSaveRefusal();
  const begin = () => setChosen(new Set());
  usePageActions([{ label: "Tag several gates", onSelect: begin, disabledReason: refusal }]);
  if (chosen) return null;
  return (
    <Button variant="quiet" disabledReason={refusal} onClick={begin}>
      Tag several
    </Button>
  );
}

interface TagsBarProps {
  choosing: Choosing;
  gates: readonly Gate[];
  /** Those that the filters leave. */
  found: readonly Gate[];
}

/** Chooses gates to change their tags together; nothing before that is begun. */
export function TagsBar({ choosing: { chosen, setChosen }, gates, found }: TagsBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const refusal = useSaveRefusal();
  if (!chosen) return null;
  const picked = gates.filter(({ id }) => chosen.has(id));
  const known = [...new Set(gates.flatMap(({ tags }) => tags ?? []))].sort();
  return (
    <div
      role="group"
      aria-label="Tag several gates"
      className="mb-3 flex flex-wrap items-center gap-2 rounded bg-surface-sunken px-3 py-1.5"
    >
      <span aria-live="polite" className="figures font-medium">
        {picked.length} chosen
      </span>
      <Button
        size="small"
        variant="quiet"
        onClick={() => setChosen(new Set([...chosen, ...found.map(({ id }) => id)]))}
      >
        Choose all {found.length} found
      </Button>
      <Button size="small" variant="quiet" onClick={() => setChosen(undefined)}>
        Done
      </Button>
      <span className="ml-auto" />
      <Button
        size="small"
        disabledReason={refusal ?? (picked.length ? undefined : "Choose at least one gate.")}
        onClick={() => setIsOpen(true)}
      >
        Change tags
      </Button>
      {isOpen ? (
        <Suspense>
          <TagsDialog gates={picked} known={known} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
