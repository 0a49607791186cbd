import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import {
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import type { Dependencies, DependencyNode } from "#targeting/dependencies/graph.ts";

import { IconButton } from "#console/foundation/ui/button.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import { noteFor } from "./box-text.ts";
import { drawingOf, throughNode } from "./drawing.ts";
import { boxTowards } from "./graph-keys.ts";
import { GraphScene } from "./graph-scene.tsx";
import { usePlan } from "./use-plan.ts";
import { useZoom } from "./use-zoom.ts";

interface GraphFigureProps {
  dependencies: Dependencies;
  /** The whole picture in a sentence, for those who do not see it. */
  label: string;
  /** A box in words. */
  describe: (node: DependencyNode) => string;
  /** Key of the node in focus: everything on no path through it fades. */
  focus: string | undefined;
  /** Chooses the nodes that are drawn; `view` names the choice. */
  toolbar: ReactNode;
  view: string;
  onFocus: (key: string | undefined) => void;
}

/** Dependencies as boxes and arrows, with the same content as the tree for pointers, keys and screen readers. */
export function GraphFigure({
  dependencies,
  label,
  describe,
  focus,
  onFocus,
  toolbar,
  view,
}: GraphFigureProps) {
  const startKey = dependencies.dependents.start.key;
  const [now] = useState(() => Date.now());
  const drawing = useMemo(() => drawingOf(dependencies), [dependencies]);
  const noteOf = useCallback((node: DependencyNode) => noteFor(node, startKey, now), [startKey, now]);
  const plan = usePlan(drawing, noteOf);
  const drawn = plan === "failed" ? undefined : plan;
  const [stop, setStop] = useState(startKey);
  const scene = useRef<HTMLDivElement>(null);
  // What is pressed is told at once beside the graph; hundreds of boxes follow in pieces.
  const shownFocus = useDeferredValue(focus);
  const size = useZoom(drawn, shownFocus ?? startKey, view);
  const through = useMemo(
    () => (shownFocus === undefined ? undefined : throughNode(drawing.arrows, shownFocus)),
    [drawing, shownFocus],
  );

  if (plan === "failed")
    return (
      <p className="py-3 text-text-muted">The graph could not be drawn. The tree below says the same.</p>
    );
  if (!drawn) return <SkeletonBlock className="h-52 w-full" label="Drawing the graph" />;

  const onKeyDown = (event: KeyboardEvent) => {
    const next = boxTowards(drawn.boxes, stop, event.key);
    if (next) scene.current?.querySelector<SVGGElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus();
    else if (event.key === "Enter" || event.key === " ") onFocus(stop === focus ? undefined : stop);
    else if (event.key === "Escape") onFocus(undefined);
    else return;
    event.preventDefault();
  };

  return (
    <figure aria-label={label}>
      <div className="flex items-start gap-3 pb-3">
        <div className="min-w-0 flex-1">{toolbar}</div>
        <div className="-mr-1.5 flex">
          <IconButton size="small" label="Zoom out" icon={<ZoomOut size={16} />} onClick={size.smaller} />
          <IconButton size="small" label="Show all" icon={<Maximize size={16} />} onClick={size.fit} />
          <IconButton size="small" label="Zoom in" icon={<ZoomIn size={16} />} onClick={size.larger} />
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- boxes within take the focus; this hands their keys on */}
      <div {...size.frameProps} onKeyDown={onKeyDown} className="cursor-grab overflow-auto pb-3">
        <div ref={scene} style={{ width: drawn.width * size.zoom, height: drawn.height * size.zoom }}>
          {/* Scaled from outside: a drawing of another size would set all its texts anew. */}
          <div className="origin-top-left" style={{ width: drawn.width, scale: size.zoom }}>
            <GraphScene
              plan={drawn}
              nodes={drawing.nodes}
              startKey={startKey}
              noteOf={noteOf}
              describe={describe}
              focus={shownFocus}
              through={through}
              isFar={size.isFar}
              stop={stop}
              onStop={setStop}
              onFocus={onFocus}
            />
          </div>
        </div>
      </div>
      {drawing.left > 0 ? (
        <figcaption className="pb-2 text-text-muted">
          The {drawing.nodes.length - 1} most severe are drawn. The tree has{" "}
          {plural(drawing.left, "more entity", "more entities")}.
        </figcaption>
      ) : null}
    </figure>
  );
}
