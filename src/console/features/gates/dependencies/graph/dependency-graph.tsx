// Dependencies as boxes and arrows. Usable by pointer, keyboard and screen reader, with the same content as the trees.
// Choice: the dependency graph is drawn and scrolled by our own code
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useDeferredValue, type ReactNode } from "react";
import type { DependencyNode } from "#targeting/dependencies/graph.ts";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { formatCount } from "#console/foundation/ui/wording.ts";
import type { Drawing } from "./drawing.ts";
import { GraphScene } from "./graph-scene.tsx";
import type { Plan } from "#console/features/gates/dependencies/graph/layout/plan.ts";
import { useZoom } from "./use-zoom.ts";

interface GraphFigureProps {
  drawing: Drawing;
  /** The layout; undefined until it is computed. */
  plan: Plan | "failed" | undefined;
  /** Describes the whole picture in a sentence. */
  label: string;
  /** Returns the accessible label of a box. */
  describe: (node: DependencyNode) => string;
  /** Key of the focused node. */
  focus: string | undefined;
  /** Filter controls shown beside the zoom; `view` identifies the current filter. */
  toolbar: ReactNode;
  view: string;
  onFocus: (key: string | undefined) => void;
}

export function GraphFigure(props: GraphFigureProps) {
  const { drawing, plan, label, describe, focus, onFocus, toolbar, view } = props;
  const drawn = plan === "failed" ? undefined : plan;
  // The description of a clicked box appears at once; the re-rendering of hundreds of boxes is deferred.
  const shownFocus = useDeferredValue(focus);
  const { zoom, isFar, frameProps, zoomIn, zoomOut, showAll } = useZoom(
    drawn,
    shownFocus ?? drawing.start,
    view,
  );
  if (plan === "failed")
    return (
      <p className="py-3 text-text-muted">The graph could not be drawn. The tree below says the same.</p>
    );
  if (!drawn) return <SkeletonBlock className="h-52 w-full" label="Drawing the graph" />;

  return (
    <figure aria-label={label}>
      <div className="flex items-start gap-3 pb-3">
        <div className="min-w-0 flex-1">{toolbar}</div>
        <div className="-mr-1.5 flex">
          <IconButton size="small" label="Zoom out" icon={ZoomOut} onClick={zoomOut} />
          <IconButton size="small" label="Show all" icon={Maximize} onClick={showAll} />
          <IconButton size="small" label="Zoom in" icon={ZoomIn} onClick={zoomIn} />
        </div>
      </div>
      <div {...frameProps} className="cursor-grab overflow-auto pb-3">
        <div style={{ width: drawn.width * zoom, height: drawn.height * zoom }}>
          {/* Scaled by CSS from outside, because resizing the SVG would lay out all its texts again. */}
          <div className="origin-top-left" style={{ width: drawn.width, scale: zoom }}>
            <GraphScene
              plan={drawn}
              drawing={drawing}
              describe={describe}
              focus={shownFocus}
              isFar={isFar}
              onFocus={onFocus}
            />
          </div>
        </div>
      </div>
      {drawing.left > 0 ? (
        <figcaption className="pb-2 text-text-muted">
          The {drawing.nodes.length - 1} most severe are drawn. The tree has {formatCount(drawing.left)} more.
        </figcaption>
      ) : null}
    </figure>
  );
}
