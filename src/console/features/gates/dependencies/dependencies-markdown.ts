// Exports the dependencies of a gate as Markdown, for documents and reviews: the content of graph and tree as lists.
import type { Dependencies, DependencyGraph } from "#targeting/dependencies/graph.ts";
import { fixesIn } from "#targeting/dependencies/fixes.ts";
import {
  checksText,
  edgeText,
  kindText,
  stateText,
} from "#console/features/gates/dependencies/model/node-text.ts";
import { branchesOf, type Branch } from "#console/features/gates/dependencies/tree/branches.ts";
import { markdownText } from "#console/foundation/export/escapes.ts";
import { dependenciesSummary } from "./dependencies-summary.ts";
import { fixPlaceText } from "./fix-list.tsx";

const repeated = { circle: " (circular dependency)", elsewhere: " (in full elsewhere)" } as const;

function branchLines({ node, edge, repeats, children }: Branch, level: number): string[] {
  const checks = checksText(node);
  const facts = [
    `${kindText[node.kind]}, ${stateText(node)}`,
    edgeText(edge),
    ...(checks ? [`${checks} checks an hour`] : []),
  ];
  const line = `${"  ".repeat(level)}- **${markdownText(node.name)}**${repeats ? repeated[repeats] : ""}: ${facts.map(markdownText).join("; ")}`;
  return [line, ...children.flatMap((child) => branchLines(child, level + 1))];
}

const listLines = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`## ${title}`, "", ...lines, ""] : [];

const treeLines = (title: string, graph: DependencyGraph): string[] =>
  listLines(
    title,
    branchesOf(graph).flatMap((branch) => branchLines(branch, 0)),
  );

/** `link` is the URL of the page. */
export function dependenciesMarkdown(both: Dependencies, link: string): string {
  const { dependents, dependencies } = both;
  const fixes = fixesIn(both).map(
    ({ message, places }) => `${message} Fix it in ${places.map(fixPlaceText).join(" or ")}.`,
  );
  const truncations = [dependents, dependencies].flatMap((graph) =>
    graph.truncations.map(({ name, message }) => `${name}: ${message}`),
  );
  const items = (texts: readonly string[]) => texts.map((text) => `- ${markdownText(text)}`);
  return [
    `# Dependencies of ${markdownText(dependents.start.name)}`,
    "",
    `${dependenciesSummary(both)} · <${link}>`,
    "",
    ...listLines("To fix", items(fixes)),
    ...treeLines("Used by", dependents),
    ...treeLines("Depends on", dependencies),
    ...listLines("Not read", items(truncations)),
  ].join("\n");
}
