// Everything that depends on a gate and everything that it depends on, as a graph and as a tree of the same content.
import { memo, useCallback, useDeferredValue, useMemo } from "react";
import { consequences } from "#targeting/dependencies/consequence.ts";
import type { DependencyNode } from "#targeting/dependencies/node.ts";
import { RemovalPlan } from "#console/features/gates/dependencies/impact/removal-plan.tsx";
import { filterGraph } from "#console/features/gates/dependencies/model/filter-graph.ts";
import type { Dependencies } from "#console/features/gates/dependencies/model/dependencies.ts";
import {
  ReadingProgress,
  DependenciesError,
} from "#console/features/gates/dependencies/model/reading-dependencies.tsx";
import {
  usePartialDependencies,
  useDependencies,
} from "#console/features/gates/dependencies/model/use-dependencies.ts";
import { describeNode, descriptionsOf } from "#console/features/gates/dependencies/model/node-description.ts";
import { GraphFigure } from "#console/features/gates/dependencies/graph/dependency-graph.tsx";
import { DependencyTree } from "#console/features/gates/dependencies/tree/dependency-tree.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { ConsequenceFilter } from "./consequence-filter.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { FocusedNode } from "./focused-node.tsx";
import { FixList } from "./fix-list.tsx";
import { isAlone, others, dependenciesSummary } from "./dependencies-summary.ts";
import { TruncationList } from "./truncation-list.tsx";
import { useDependenciesView } from "./use-dependencies-view.ts";

interface LoadedProps {
  dependencyGraphs: Dependencies;
  /** Whether reading has ended. */
  isWhole: boolean;
  onAgain: () => void;
}

const LoadedDependencies = memo(function LoadedDependencies({
  dependencyGraphs,
  isWhole,
  onAgain,
}: LoadedProps) {
  const [{ only = [], focus }, show] = useDependenciesView();
  // What is pressed changes at once, and what is drawn follows in pieces.
  const shownOnly = useDeferredValue(only.join());
  const ways = useMemo(() => descriptionsOf(dependencyGraphs), [dependencyGraphs]);
  const [dependents, dependencies] = useMemo(() => {
    const wanted = consequences.filter((consequence) => shownOnly.split(",").includes(consequence));
    return [
      filterGraph(dependencyGraphs.dependents, wanted),
      filterGraph(dependencyGraphs.dependencies, wanted),
    ];
  }, [dependencyGraphs, shownOnly]);
  const graphs = useMemo(() => [dependencies, dependents], [dependencies, dependents]);
  const describe = useCallback((node: DependencyNode) => describeNode(node, ways.get(node.key)), [ways]);
  const onFocus = useCallback((key: string | undefined) => show({ focus: key }), [show]);
  const all = [dependencyGraphs.dependents, dependencyGraphs.dependencies];
  const focused = focus === undefined ? undefined : graphs.map(({ nodes }) => nodes.get(focus)).find(Boolean);
  if (isAlone(dependencyGraphs)) return null;
  return (
    <>
      <div>
        <GraphFigure
          graphs={graphs}
          experiments={dependencyGraphs.experiments}
          label={dependenciesSummary(dependencyGraphs)}
          describe={describe}
          focus={focused?.key}
          onFocus={onFocus}
          view={shownOnly}
          toolbar={
            <ConsequenceFilter
              graphs={all}
              only={only}
              onOnly={(next) => show({ only: next.length > 0 ? [...next] : undefined })}
            />
          }
        />
        {focused ? (
          <FocusedNode
            node={focused}
            way={ways.get(focused.key)}
            onClose={() => show({ focus: undefined })}
          />
        ) : null}
      </div>
      {others(dependents) > 0 ? (
        <DependencyTree graph={dependents} label="What needs this gate" head="Needs this gate" />
      ) : null}
      {others(dependencies) > 0 ? (
        <div className="pt-4">
          <DependencyTree graph={dependencies} label="What this gate needs" head="Needed by this gate" />
        </div>
      ) : null}
      {isWhole ? <TruncationList dependencyGraphs={dependencyGraphs} onAgain={onAgain} /> : null}
    </>
  );
});

interface DependenciesSectionProps {
  gateID: string;
  /** Whether the way to remove the gate stands below. */
  hasRemovalPlan?: boolean;
}

/** What depends on a gate and what it depends on; while it is read, what was found by now. */
export function DependenciesSection({ gateID, hasRemovalPlan = false }: DependenciesSectionProps) {
  const read = useDependencies(gateID);
  const part = usePartialDependencies(gateID);
  const { dependencyGraphs, error, again } = read;
  const latest = useMemo(() => {
    if (dependencyGraphs) return { dependencyGraphs, isWhole: true };
    return part && !error ? { dependencyGraphs: part.soFar, isWhole: false } : undefined;
  }, [dependencyGraphs, part, error]);
  // Hundreds of rows and boxes are drawn in pieces, between which keys and the pointer are answered.
  const shown = useDeferredValue(latest, undefined);
  return (
    <section aria-labelledby="references">
      <SectionHead
        id="references"
        title="References"
        note={
          shown?.isWhole ? (
            dependenciesSummary(shown.dependencyGraphs)
          ) : error ? null : (
            <ReadingProgress gateID={gateID} />
          )
        }
        action={
          shown?.isWhole && !isAlone(shown.dependencyGraphs) ? (
            <ExportMenu dependencyGraphs={shown.dependencyGraphs} />
          ) : null
        }
      />
      {shown ? (
        <>
          <FixList dependencyGraphs={shown.dependencyGraphs} />
          <LoadedDependencies {...shown} onAgain={again} />
          {shown.isWhole && hasRemovalPlan ? <RemovalPlan dependencyGraphs={shown.dependencyGraphs} /> : null}
        </>
      ) : error ? (
        <DependenciesError read={read} />
      ) : (
        <SkeletonRows rows={5} label="Reading the references" />
      )}
    </section>
  );
}
