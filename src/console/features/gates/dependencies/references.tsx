// Everything that depends on a gate and everything that it depends on, as a graph and as a tree of the same content.
import { memo, useCallback, useDeferredValue, useMemo } from "react";
import { consequences } from "#targeting/dependencies/consequence.ts";
import type { Thing } from "#targeting/dependencies/thing.ts";
import { RemovalPlan } from "#console/features/gates/dependencies/impact/removal-plan.tsx";
import { narrowed } from "#console/features/gates/dependencies/model/narrowed.ts";
import type { Reach } from "#console/features/gates/dependencies/model/reach.ts";
import { ReadingProgress, UnreadReach } from "#console/features/gates/dependencies/model/reading-reach.tsx";
import { usePartOfReach, useReach } from "#console/features/gates/dependencies/model/use-reach.ts";
import { describeThing, waysOf } from "#console/features/gates/dependencies/model/way-words.ts";
import { ReferenceGraph } from "#console/features/gates/dependencies/graph/reference-graph.tsx";
import { ReferenceTree } from "#console/features/gates/dependencies/tree/reference-tree.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { ConsequenceFilter } from "./consequence-filter.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { FocusedThing } from "./focused-thing.tsx";
import { MendList } from "./mend-list.tsx";
import { isAlone, others, reachSummary } from "./reach-summary.ts";
import { StopList } from "./stop-list.tsx";
import { useReachView } from "./use-reach-view.ts";

interface LoadedProps {
  reach: Reach;
  /** Whether reading has ended. */
  isWhole: boolean;
  onAgain: () => void;
}

const LoadedReferences = memo(function LoadedReferences({ reach, isWhole, onAgain }: LoadedProps) {
  const [{ only = [], focus }, show] = useReachView();
  // What is pressed changes at once, and what is drawn follows in pieces.
  const shownOnly = useDeferredValue(only.join());
  const ways = useMemo(() => waysOf(reach), [reach]);
  const [dependents, dependencies] = useMemo(() => {
    const wanted = consequences.filter((consequence) => shownOnly.split(",").includes(consequence));
    return [narrowed(reach.dependents, wanted), narrowed(reach.dependencies, wanted)];
  }, [reach, shownOnly]);
  const walks = useMemo(() => [dependencies, dependents], [dependencies, dependents]);
  const describe = useCallback((thing: Thing) => describeThing(thing, ways.get(thing.key)), [ways]);
  const onFocus = useCallback((key: string | undefined) => show({ focus: key }), [show]);
  const all = [reach.dependents, reach.dependencies];
  const focused =
    focus === undefined ? undefined : walks.map(({ things }) => things.get(focus)).find(Boolean);
  if (isAlone(reach)) return null;
  return (
    <>
      <div>
        <ReferenceGraph
          walks={walks}
          experiments={reach.experiments}
          label={reachSummary(reach)}
          describe={describe}
          focus={focused?.key}
          onFocus={onFocus}
          view={shownOnly}
          toolbar={
            <ConsequenceFilter
              walks={all}
              only={only}
              onOnly={(next) => show({ only: next.length > 0 ? [...next] : undefined })}
            />
          }
        />
        {focused ? (
          <FocusedThing
            thing={focused}
            way={ways.get(focused.key)}
            onClose={() => show({ focus: undefined })}
          />
        ) : null}
      </div>
      {others(dependents) > 0 ? (
        <ReferenceTree walk={dependents} label="What needs this gate" head="Needs this gate" />
      ) : null}
      {others(dependencies) > 0 ? (
        <div className="pt-4">
          <ReferenceTree walk={dependencies} label="What this gate needs" head="Needed by this gate" />
        </div>
      ) : null}
      {isWhole ? <StopList reach={reach} onAgain={onAgain} /> : null}
    </>
  );
});

interface ReferencesProps {
  gateID: string;
  /** Whether the way to remove the gate stands below. */
  hasRemovalPlan?: boolean;
}

/** What depends on a gate and what it depends on; while it is read, what was found by now. */
export function References({ gateID, hasRemovalPlan = false }: ReferencesProps) {
  const read = useReach(gateID);
  const part = usePartOfReach(gateID);
  const { reach, error, again } = read;
  const latest = useMemo(() => {
    if (reach) return { reach, isWhole: true };
    return part && !error ? { reach: part.soFar, isWhole: false } : undefined;
  }, [reach, part, error]);
  // Hundreds of rows and boxes are drawn in pieces, between which keys and the pointer are answered.
  const shown = useDeferredValue(latest, undefined);
  return (
    <section aria-labelledby="references">
      <SectionHead
        id="references"
        title="References"
        note={shown?.isWhole ? reachSummary(shown.reach) : error ? null : <ReadingProgress gateID={gateID} />}
        action={shown?.isWhole && !isAlone(shown.reach) ? <ExportMenu reach={shown.reach} /> : null}
      />
      {shown ? (
        <>
          <MendList reach={shown.reach} />
          <LoadedReferences {...shown} onAgain={again} />
          {shown.isWhole && hasRemovalPlan ? <RemovalPlan reach={shown.reach} /> : null}
        </>
      ) : error ? (
        <UnreadReach read={read} />
      ) : (
        <SkeletonRows rows={5} label="Reading the references" />
      )}
    </section>
  );
}
