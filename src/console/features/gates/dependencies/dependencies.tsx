// Shows all dependents and dependencies of a gate, as a graph and as trees with the same content.
import { getRouteApi } from "@tanstack/react-router";
import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { consequences } from "#targeting/dependencies/consequence.ts";
import type { Dependencies, DependencyNode } from "#targeting/dependencies/graph.ts";
import { pathsIn } from "#targeting/dependencies/paths.ts";
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
import { WithFixLists } from "./fix-list.tsx";
import { FocusedNode } from "./focused-node.tsx";
import { TruncationList } from "./truncation-list.tsx";

const route = getRouteApi("/$company/gates/$id");

/** Renders the rows, which may be hundreds, and the content below them only after the graph above. */
const Trees = memo(function Trees({
  dependents,
  dependencies,
  children,
}: Dependencies & { children: ReactNode }) {
  const isAfterGraph = useDeferredValue(true, false);
  if (!isAfterGraph) return null;
  return (
    <>
      {others(dependents) > 0 ? <DependencyTree graph={dependents} name="Used by" /> : null}
      {others(dependencies) > 0 ? (
        <div className="pt-4">
          <DependencyTree graph={dependencies} name="Depends on" />
        </div>
      ) : null}
      {children}
    </>
  );
});

const GraphAndTrees = memo(function GraphAndTrees({ dependencies: both }: { dependencies: Dependencies }) {
  const { only = [], focus } = route.useSearch();
  const show = useSetSearch<GateSearch>({ resetScroll: false });
  // The filter button reacts at once; the re-rendering of the drawing is deferred.
  const shownOnly = useDeferredValue(only.join());
  // A node that occurs in both directions is described as a dependent.
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
          <TruncationList dependencies={both} />
        </Trees>
      ) : null}
    </>
  );
});

interface DependenciesSectionProps {
  gateID: string;
  /** Whether the link to this page points to this section, which is then scrolled into view. */
  isAsked?: boolean;
}

export function DependenciesSection({ gateID, isAsked = false }: DependenciesSectionProps) {
  const read = useDependencies(gateID);
  // Deferred, so that rendering hundreds of rows and boxes does not block user input.
  const shown = useDeferredValue(read.dependencies, undefined);
  const section = useRef<HTMLElement>(null);
  const isRead = shown !== undefined;
  // Repeated once the content is loaded: before that, the page may be too short to scroll the section to the top.
  useEffect(() => {
    if (isAsked) section.current?.scrollIntoView();
  }, [isAsked, isRead]);
  return (
    <section ref={section} aria-labelledby="references" className="scroll-mt-bar">
      <SectionHead
        id="references"
        title="Dependencies"
        note={shown ? dependenciesSummary(shown) : null}
        action={shown && !isAlone(shown) ? <ExportMenu dependencies={shown} /> : null}
      />
      {shown ? (
        <WithFixLists dependencies={shown}>
          {isAlone(shown) ? <TruncationList dependencies={shown} /> : <GraphAndTrees dependencies={shown} />}
        </WithFixLists>
      ) : read.error ? (
        <UnreadDependencies read={read} />
      ) : (
        <SkeletonRows rows={5} label="Reading the dependencies" />
      )}
    </section>
  );
}
