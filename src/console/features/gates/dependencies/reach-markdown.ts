// A reach as Markdown, for documents and reviews: what the graph draws and the tree tells, as lists.
import type { Direction } from "#targeting/dependencies/read-neighbours.ts";
import type { Walk } from "#targeting/dependencies/walk-references.ts";
import type { Reach } from "#console/features/gates/dependencies/model/reach.ts";
import {
  checksText,
  kindText,
  stateText,
  whereWords,
} from "#console/features/gates/dependencies/model/thing-words.ts";
import { branchesOf, type Branch } from "#console/features/gates/dependencies/tree/branches.ts";
import { markdownText } from "#console/foundation/export/escapes.ts";
import { mendsOf, placeWords } from "./mends-of.ts";
import { reachSummary } from "./reach-summary.ts";

const repeated = { circle: " (closes a circle)", elsewhere: " (in full elsewhere)" } as const;

function branchLines(branch: Branch, direction: Direction, level: number): string[] {
  const { thing, parent, references, repeats, children } = branch;
  const where =
    direction === "dependents"
      ? whereWords(references, thing, parent.name)
      : whereWords(references, parent, thing.name);
  const checks = checksText(thing);
  const facts = [
    `${kindText[thing.kind]}, ${stateText(thing)}`,
    where,
    ...(checks ? [`${checks} checks an hour`] : []),
  ];
  const line = `${"  ".repeat(level)}- **${markdownText(thing.name)}**${repeats ? repeated[repeats] : ""}: ${facts.map(markdownText).join("; ")}`;
  return [line, ...children.flatMap((child) => branchLines(child, direction, level + 1))];
}

const treeLines = (title: string, walk: Walk): string[] =>
  walk.things.size > 1
    ? [`## ${title}`, "", ...branchesOf(walk).flatMap((branch) => branchLines(branch, walk.direction, 0)), ""]
    : [];

const listLines = (title: string, items: readonly string[]): string[] =>
  items.length > 0 ? [`## ${title}`, "", ...items.map((item) => `- ${markdownText(item)}`), ""] : [];

/** `link` is where the page stands. */
export function reachMarkdown(reach: Reach, link: string): string {
  const { dependents, dependencies, tellsConfigs } = reach;
  const notRead = [dependents, dependencies].flatMap(({ stops, things }) =>
    stops.map(({ key, words }) => `${things.get(key)?.name ?? key}: ${words}`),
  );
  const noConfigs = tellsConfigs
    ? []
    : ["This service does not tell which dynamic configs ask about a gate."];
  return [
    `# References of ${markdownText(dependents.start.name)}`,
    "",
    `${reachSummary(reach)} · <${link}>`,
    "",
    ...listLines(
      "To mend",
      mendsOf(reach).map(
        ({ words, places }) => `${words} Mend it in ${places.map(placeWords).join(" or ")}.`,
      ),
    ),
    ...treeLines("Needs this gate", dependents),
    ...treeLines("Needed by this gate", dependencies),
    ...listLines("Not read", [...noConfigs, ...notRead]),
  ].join("\n");
}
