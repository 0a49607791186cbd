// Everything that depends on a gate and everything that it depends on, as a graph and as trees of the same content.
import { getRouteApi } from "@tanstack/react-router";
import { memo, useCallback, useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { consequences } from "#targeting/dependencies/consequence.ts";
import type { Dependencies, DependencyNode } from "#targeting/dependencies/graph.ts";
import { pathsIn } from "#targeting/dependencies/paths.ts";
import { RemovalPlan } from "#console/features/gates/dependencies/impact/removal-plan.tsx";
import { filterGraph } from "#console/features/gates/dependencies/model/filter-graph.ts";
import { describeNode } from "#console/features/gates/dependencies/model/node-text.ts";
import { UnreadDependencies } from "#console/features/gates/dependencies/model/unread-dependencies.tsx";
import { useDependencies } from "#console/features/gates/dependencies/model/use-dependencies.ts";
import { GraphFigure } from "#console/features/gates/dependencies/graph/dependency-graph.tsx";
import { drawingOf } from "#console/features/gates/dependencies/graph/drawing.ts";
import { usePlan } from "#console/features/gates/dependencies/graph/use-plan.ts";
import { DependencyTree } from "#console/features/gates/dependencies/tree/dependency-tree.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import type { GateSearch } from "#console/features/gates/list/gate-search.ts";
import { ConsequenceFilter } from "./consequence-filter.tsx";
import { dependenciesSummary, isAlone, others } from "./dependencies-summary.ts";
import { ExportMenu } from "./export-menu.tsx";
import { WithFixes } from "./fix-list.tsx";
import { FocusedNode } from "./focused-node.tsx";
import { TruncationList } from "./truncation-list.tsx";

const route = getRouteApi("/$company/gates/$id");

interface GraphAndTreesProps {
  dependencies: Dependencies;
  hasRemovalPlan: boolean;
}

const End = memo(function End({ dependencies, hasRemovalPlan }: GraphAndTreesProps) {
  return (
    <>
      <TruncationList dependencies={dependencies} />
      {hasRemovalPlan ? <RemovalPlan dependents={dependencies.dependents} /> : null}
    </>
  );
});

/** Hundreds of rows wait until the graph above them is drawn, and with them what stands below. */
const Trees = memo(function Trees({
  dependents,
  dependencies,
  children,
}: Dependencies & { children: ReactNode }) {
  const isAfterGraph = useDeferredValue(true, false);
  if (!isAfterGraph) return null;
  return (
    <>
      {others(dependents) > 0 ? (
        <DependencyTree graph={dependents} label="What needs this gate" head="Depends on this gate" />
      ) : null}
      {others(dependencies) > 0 ? (
        <div className="pt-4">
          <DependencyTree graph={dependencies} label="What this gate needs" head="This gate depends on" />
        </div>
      ) : null}
      {children}
    </>
  );
});

const GraphAndTrees = memo(function GraphAndTrees({
  dependencies: both,
  hasRemovalPlan,
}: GraphAndTreesProps) {
  const { only = [], focus } = route.useSearch();
  const show = useSetSearch<GateSearch>({ resetScroll: false });
  // A pressed button changes at once, and the drawing follows in pieces.
  const shownOnly = useDeferredValue(only.join());
  // A node of both directions is described as a dependent.
  const paths = useMemo(
    () =>
      new Map(
        [both.dependencies, both.dependents]
          .flatMap((graph) => pathsIn(graph))
          .map((path) => [path.node.key, path]),
      ),
    [both],
  );
  const shown = useMemo((): Dependencies => {
    const wanted = consequences.filter((consequence) => shownOnly.split(",").includes(consequence));
    return {
      dependents: filterGraph(both.dependents, wanted),
      dependencies: filterGraph(both.dependencies, wanted),
    };
  }, [both, shownOnly]);
  const { dependents, dependencies } = shown;
  const [now] = useState(() => Date.now());
  const drawing = useMemo(() => drawingOf(shown, now), [shown, now]);
  const plan = usePlan(drawing);
  const describe = useCallback((node: DependencyNode) => describeNode(node, paths.get(node.key)), [paths]);
  const onFocus = useCallback((key: string | undefined) => show({ focus: key }), [show]);
  const focused = dependents.nodes.get(focus ?? "") ?? dependencies.nodes.get(focus ?? "");
  return (
    <>
      <div>
        <GraphFigure
          drawing={drawing}
          plan={plan}
          label={dependenciesSummary(both)}
          describe={describe}
          focus={focused?.key}
          onFocus={onFocus}
          view={shownOnly}
          toolbar={
            <ConsequenceFilter
              dependencies={both}
              only={only}
              onOnly={(next) => show({ only: next.length > 0 ? [...next] : undefined })}
            />
          }
        />
        {focused ? (
          <FocusedNode
            node={focused}
            path={paths.get(focused.key)}
            onClose={() => show({ focus: undefined })}
          />
        ) : null}
      </div>
      {plan ? (
        <Trees {...shown}>
          <End dependencies={both} hasRemovalPlan={hasRemovalPlan} />
        </Trees>
      ) : null}
    </>
  );
});

interface DependenciesSectionProps {
  gateID: string;
  /** Whether the steps to remove the gate stand below. */
  hasRemovalPlan?: boolean;
}

export function DependenciesSection({ gateID, hasRemovalPlan = false }: DependenciesSectionProps) {
  const read = useDependencies(gateID);
  // Hundreds of rows and boxes are drawn in pieces, between which keys and the pointer are answered.
  const shown = useDeferredValue(read.dependencies, undefined);
  return (
    <section aria-labelledby="references">
      <SectionHead
        id="references"
        title="Dependencies"
        note={shown ? dependenciesSummary(shown) : null}
        action={shown && !isAlone(shown) ? <ExportMenu dependencies={shown} /> : null}
      />
      {shown ? (
        <WithFixes dependencies={shown}>
          {isAlone(shown) ? (
            <End dependencies={shown} hasRemovalPlan={hasRemovalPlan} />
          ) : (
            <GraphAndTrees dependencies={shown} hasRemovalPlan={hasRemovalPlan} />
          )}
        </WithFixes>
      ) : read.error ? (
        <UnreadDependencies read={read} />
      ) : (
        <SkeletonRows rows={5} label="Reading the dependencies" />
      )}
    </section>
  );
}
