// Request bodies of up to 1 MiB that are known to be the most expensive, for in-process tests and for attacks on a running service.
const repeated = (part: string, total: number) => Array.from({ length: total }, () => part).join(",");
const rule = (fields: string) =>
  `{"name":"a","passPercentage":1,"conditions":[],"environments":null${fields}}`;
const gate = (rules: string) => `{"isEnabled":true,"description":"","rules":[${rules}]}`;
const numbered = (total: number, make: (index: number) => string) =>
  Array.from({ length: total }, (_, index) => make(index)).join(",");
const conditions = (list: string) => gate(`{"name":"a","passPercentage":1,"conditions":[${list}]}`);

/** Bodies of a full update of a gate: name of the case, text, expected status, and the field named in the error. */
export const worstBodies: [name: string, body: string, status: number, property: string][] = [
  ["empty rules", gate(repeated("{}", 300_001)), 400, "rules"],
  ["rules with names", gate(numbered(9000, (index) => rule("").replace('"a"', `"${index}"`))), 400, "rules"],
  ["bad conditions", conditions(repeated('{"type":"x","operator":1}', 25_000)), 400, "rules.0.conditions"],
  [
    "gates in one condition",
    conditions(`{"type":"passes_gate","targetValue":[${numbered(20_000, (index) => `"g_${index}"`)}]}`),
    400,
    "rules.0.conditions.0.targetValue",
  ],
  [
    "gates in many conditions",
    gate(
      numbered(
        10,
        (at) =>
          `{"name":"${at}","passPercentage":1,"conditions":[${numbered(200, (index) => `{"type":"passes_gate","targetValue":"g_${at}_${index}"}`)}]}`,
      ),
    ),
    200,
    "",
  ],
  [
    "users in one condition, as many as may be",
    conditions(
      `{"type":"user_id","operator":"any","targetValue":[${numbered(10_000, (index) => `"g_${index}"`)}]}`,
    ),
    200,
    "",
  ],
  [
    "users in as many conditions as fit in",
    conditions(
      numbered(
        9,
        (at) =>
          `{"type":"user_id","operator":"any","targetValue":[${numbered(10_000, (index) => `"u${at}${index}"`)}]}`,
      ),
    ),
    200,
    "",
  ],
  ["rules, as many as may be", gate(numbered(1000, (at) => rule("").replace('"a"', `"r${at}"`))), 200, ""],
  [
    "bad values",
    conditions(`{"type":"country","operator":"any","targetValue":[${repeated("1.5", 10_000)}]}`),
    400,
    "rules.0.conditions.0.targetValue",
  ],
  [
    "as many bad conditions as may be",
    gate(numbered(10, () => `{"name":"a","conditions":[${repeated('{"type":"x","a":1}', 200)}]}`)),
    400,
    "rules.0.passPercentage",
  ],
  ["tags", `{"isEnabled":true,"description":"","rules":[],"tags":[${repeated("1", 500_000)}]}`, 400, "tags"],
  [
    "tags within the limit",
    `{"isEnabled":true,"description":"","rules":[],"tags":[${repeated("1", 10_000)}]}`,
    400,
    "tags.0",
  ],
  [
    "unknown fields",
    `{"isEnabled":true,"description":"","rules":[],${numbered(60_000, (index) => `"f${index}":1`)}}`,
    400,
    "",
  ],
  [
    "lists in lists",
    `{"isEnabled":true,"description":"","rules":${"[".repeat(500_000)}${"]".repeat(500_000)}}`,
    400,
    "rules",
  ],
  [
    "a long name",
    `{"isEnabled":true,"description":"","rules":[],"name":"${"x".repeat(1_000_000)}"}`,
    400,
    "name",
  ],
];

const config = (fields: string) => `{"isEnabled":true,"description":"","rules":[],${fields}}`;
const text = (json5: string) => JSON.stringify(json5);

/** Like `worstBodies`, for a full update of a dynamic config. */
export const worstConfigBodies: typeof worstBodies = [
  [
    "a long JSON5 text",
    config(`"defaultValueJson5":${text(`{a:[${"1,".repeat(400_000)}]}`)}`),
    400,
    "defaultValueJson5",
  ],
  [
    "JSON5 lists in lists",
    config(`"defaultValueJson5":${text("[".repeat(500_000) + "]".repeat(500_000))}`),
    400,
    "defaultValueJson5",
  ],
  ["a long schema", config(`"schemaJson5":${text(`{enum:[${"1,".repeat(400_000)}]}`)}`), 400, "schemaJson5"],
  [
    "many fields of a value",
    config(`"defaultValue":{${numbered(60_000, (index) => `"f${index}":1`)}}`),
    400,
    "",
  ],
  [
    "long lists of a value",
    config(`"defaultValue":{"a":[${repeated(`[${repeated("1", 1000)}]`, 400)}]}`),
    200,
    "",
  ],
  [
    "many lists of a value",
    config(`"defaultValue":{"a":[${repeated("[".repeat(150) + "]".repeat(150), 3000)}]}`),
    400,
    "defaultValue",
  ],
  [
    "objects of a value, as many as may be",
    config(`"defaultValue":{"a":[${repeated('{"a":1}', 39_990)}]}`),
    200,
    "",
  ],
];

const groups = (count: number, fields: (index: number) => string) =>
  `{"groups":[${numbered(count, (index) => `{"name":"${index}","size":1${fields(index)}}`)}]}`;
const inline = (text: string) => JSON.stringify({ inlineTargetingRulesJSON: text });
const overrides = (count: number, ids: string) =>
  `{"userIDOverrides":[${numbered(count, (index) => `{"groupID":"Test","environment":"${index}","ids":[${ids}]}`)}]}`;

/** Like `worstBodies`, for a partial update of an experiment. */
export const worstExperimentBodies: typeof worstBodies = [
  ["groups", groups(9000, () => ""), 400, "groups"],
  [
    "parameters that each group alone has",
    groups(20, (at) => `,"parameterValues":{${numbered(1900, (index) => `"p${at}_${index}":1`)}}`),
    400,
    "groups",
  ],
  [
    "parameters, as many as may be",
    groups(20, () => `,"parameterValues":{${numbered(1000, (index) => `"p${index}":1`)}}`),
    400,
    "groups",
  ],
  ["inline rules in one another", inline("[".repeat(900_000)), 400, "inlineTargetingRulesJSON"],
  [
    "inline rules without an end",
    inline(`${"[".repeat(400_000)}${"]".repeat(400_000)}`),
    400,
    "inlineTargetingRulesJSON",
  ],
  ["inline rules", inline(`[${repeated("{}", 200_000)}]`), 400, "inlineTargetingRulesJSON"],
  ["metrics", `{"primaryMetrics":[${repeated('{"name":"a","type":"b"}', 9000)}]}`, 400, "primaryMetrics"],
];

/** Like `worstBodies`, for adding overrides to an experiment. */
export const worstOverrides: typeof worstBodies = [
  ["entries", overrides(5000, '"u"'), 400, "userIDOverrides"],
  [
    "entries, as many as may be",
    overrides(
      200,
      numbered(300, (index) => `"u${index}"`),
    ),
    200,
    "",
  ],
];
