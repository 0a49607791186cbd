// A reach as Markdown, for documents and reviews: what the graph draws and the tree tells, as lists.
import type { Direction } from "#targeting/dependencies/read-neighbours.ts";
import type { DependencyGraph } from "#targeting/dependencies/traversal.ts";
import type { Dependencies } from "#console/features/gates/dependencies/model/dependencies.ts";
import {
  checksText,
  kindText,
  stateText,
  referencesText,
} from "#console/features/gates/dependencies/model/node-text.ts";
import { branchesOf, type Branch } from "#console/features/gates/dependencies/tree/branches.ts";
import { markdownText } from "#console/foundation/export/escapes.ts";
import { fixesOf, placeText } from "./fixes-of.ts";
import { dependenciesSummary } from "./dependencies-summary.ts";

const repeated = { circle: " (closes a circle)", elsewhere: " (in full elsewhere)" } as const;

function branchLines(branch: Branch, direction: Direction, level: number): string[] {
  const { node, parent, references, repeats, children } = branch;
  const where =
    direction === "dependents"
      ? referencesText(references, node, parent.name)
      : referencesText(references, parent, node.name);
  const checks = checksText(node);
  const facts = [
    `${kindText[node.kind]}, ${stateText(node)}`,
    where,
    ...(checks ? [`${checks} checks an hour`] : []),
  ];
  const line = `${"  ".repeat(level)}- **${markdownText(node.name)}**${repeats ? repeated[repeats] : ""}: ${facts.map(markdownText).join("; ")}`;
  return [line, ...children.flatMap((child) => branchLines(child, direction, level + 1))];
}

const treeLines = (title: string, graph: DependencyGraph): string[] =>
  graph.nodes.size > 1
    ? [
        `## ${title}`,
        "",
        ...branchesOf(graph).flatMap((branch) => branchLines(branch, graph.direction, 0)),
        "",
      ]
    : [];

const listLines = (title: string, items: readonly string[]): string[] =>
  items.length > 0 ? [`## ${title}`, "", ...items.map((item) => `- ${markdownText(item)}`), ""] : [];

/** `link` is where the page stands. */
export function dependenciesMarkdown(dependencyGraphs: Dependencies, link: string): string {
  const { dependents, dependencies, tellsConfigs } = dependencyGraphs;
  const notRead = [dependents, dependencies].flatMap(({ truncations, nodes }) =>
    truncations.map(({ key, message }) => `${nodes.get(key)?.name ?? key}: ${message}`),
  );
  const noConfigs = tellsConfigs
    ? []
    : ["This service does not tell which dynamic configs ask about a gate."];
  return [
    `# References of ${markdownText(dependents.start.name)}`,
    "",
    `${dependenciesSummary(dependencyGraphs)} · <${link}>`,
    "",
    ...listLines(
      "To mend",
      fixesOf(dependencyGraphs).map(
        ({ message, places }) => `${message} Mend it in ${places.map(placeText).join(" or ")}.`,
      ),
    ),
    ...treeLines("Needs this gate", dependents),
    ...treeLines("Needed by this gate", dependencies),
    ...listLines("Not read", [...noConfigs, ...notRead]),
  ].join("\n");
}
