import { expect, test } from "vitest";
import type { Json } from "#contract/json5.ts";
import { changeText } from "#console/foundation/code-editor/json5/edit-text.ts";
import { checkTexts } from "./check-texts.ts";

const schema: Json = {
  type: "object",
  required: ["cta"],
  properties: {
    price: { type: "number" },
    name: { type: "string" },
    cta: { type: "string", default: "Buy" },
  },
  additionalProperties: false,
};

const fixes = async (text: string) => {
  const checked = await checkTexts({ texts: [text], against: { schema } });
  return checked.texts[0]?.map(({ fix }) => fix && [fix.label, changeText(text, [fix.change])]);
};

test.each<[string, [string, string] | undefined]>([
  ['{ cta: "x", price: "49" /* € */ }', ["Make price a number", '{ cta: "x", price: 49 /* € */ }']],
  ['{ cta: "x", name: 49 }', ["Make name a text", '{ cta: "x", name: "49" }']],
  ["{ name: 'y' }", ['Add cta as "Buy"', "{ name: 'y', cta: 'Buy' }"]],
  ['{ cta: "x", colour: 1 }', ["Remove colour", '{ cta: "x" }']],
  ['{ cta: "x", price: "much" }', undefined],
])("%s", async (text, fix) => {
  expect(await fixes(text)).toEqual([fix]);
});
