// Exports the graph as a standalone SVG file with embedded font and colours.
import type { Dependencies } from "#targeting/dependencies/graph.ts";
import { kindText } from "#console/features/gates/dependencies/model/node-text.ts";
import { svgOf } from "#console/foundation/charts/drawing.ts";
import { chartMarkup } from "#console/foundation/export/chart-markup.ts";
import { xmlText } from "#console/foundation/export/escapes.ts";
import type { ExportStyle } from "#console/foundation/export/export-style.ts";
import { agree, formatCount } from "#console/foundation/ui/wording.ts";
import { ArrowsPicture } from "./arrows-picture.tsx";
import { BoxIcons, BoxShape, BoxTexts } from "./box-picture.tsx";
import { drawingOf, placedNodes, planRequest } from "./drawing.ts";
import { planOf } from "#console/features/gates/dependencies/graph/layout/plan-of.ts";

/** Sizes of the exported picture in px. */
const margin = 24;
const head = 64;
const narrowest = 640;

export async function graphSvg(
  dependencies: Dependencies,
  summary: string,
  { colours, fontFace }: ExportStyle,
): Promise<string> {
  const title = `Dependencies of ${dependencies.dependents.start.name}`;
  const drawing = drawingOf(dependencies, Date.now());
  // The kind is added in words, because the file has no other explanation of the icons.
  const nodes = drawing.nodes.map((drawn) => ({
    ...drawn,
    note: `${kindText[drawn.node.kind]} · ${drawn.note.toLowerCase()}`,
  }));
  const plan = await planOf(planRequest({ ...drawing, nodes }));
  const more =
    drawing.left > 0
      ? ` ${formatCount(drawing.left)} more ${agree(drawing.left, "is", "are")} not drawn.`
      : "";
  const picture = (
    <svg>
      <text x={margin} y={30} fontSize={15} fontWeight={620} fill="var(--color-text)">
        {title}
      </text>
      <text x={margin} y={50} fill="var(--color-text-muted)">
        {summary + more}
      </text>
      <g transform={`translate(${margin} ${head})`}>
        <BoxIcons />
        <ArrowsPicture plan={plan} />
        {placedNodes(nodes, plan).map(({ key, drawn, at }) => (
          <g key={key} transform={at}>
            <BoxShape drawn={drawn} width={plan.boxWidth} />
            <BoxTexts drawn={drawn} width={plan.boxWidth} />
          </g>
        ))}
      </g>
    </svg>
  );
  const height = Math.ceil(plan.height + head + margin);
  return svgOf({
    width: Math.ceil(Math.max(plan.width + 2 * margin, narrowest)),
    height,
    ground: colours.surface,
    style: fontFace,
    words: `<title>${xmlText(title)}</title><desc>${xmlText(summary)}</desc>`,
    bands: [{ top: 0, height, svg: chartMarkup(picture, colours) }],
  });
}
