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
import type { DependencyNode } from "#targeting/dependencies/node.ts";
import type { DependencyGraph } from "#targeting/dependencies/traversal.ts";
import type { Dependencies } from "#console/features/gates/dependencies/model/dependencies.ts";
import { plural } from "#console/features/gates/dependencies/model/node-text.ts";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { noteFor } from "./box-text.ts";
import { drawingOf, throughNode } from "./drawing.ts";
import { boxTowards } from "./graph-keys.ts";
import { GraphScene } from "./graph-scene.tsx";
import { usePlan } from "./use-plan.ts";
import { useZoom } from "./use-zoom.ts";

interface GraphFigureProps {
  /** What is drawn; both from one start. */
  graphs: readonly DependencyGraph[];
  experiments: Dependencies["experiments"];
  /** The whole picture in a sentence. */
  label: string;
  /** What a box says, in words. */
  describe: (node: DependencyNode) => string;
  /** Key of the thing in focus: all that is on no way through it steps back. */
  focus: string | undefined;
  /** What chooses what is drawn, beside the zoom, and a name for what is chosen. */
  toolbar: ReactNode;
  view: string;
  onFocus: (key: string | undefined) => void;
}

/** References as boxes and arrows. Whoever sees, points or uses keys alone finds the same in it as in the tree. */
export function GraphFigure({
  graphs,
  experiments,
  label,
  describe,
  focus,
  onFocus,
  toolbar,
  view,
}: GraphFigureProps) {
  const startKey = graphs[0]?.start.key ?? "";
  const [now] = useState(() => Date.now());
  const drawing = useMemo(() => drawingOf(graphs), [graphs]);
  const noteOf = useCallback(
    (node: DependencyNode) => noteFor(node, startKey, experiments, now),
    [startKey, experiments, now],
  );
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
          The {drawing.nodes.length - 1} gravest are drawn. The tree has {plural(drawing.left, "more thing")}.
        </figcaption>
      ) : null}
    </figure>
  );
}
