// Quotes texts inside statements, where a parameter would keep the embedded engine from using them in its plan. The texts contain no null
// character.

export const quotedText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The JSON pointer to a top-level field of a document. */
export const pointerTo = (field: string) => `/${field.replaceAll("~", "~0").replaceAll("/", "~1")}`;
