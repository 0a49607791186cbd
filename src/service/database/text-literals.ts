// Texts written into statements, where a parameter would keep the embedded engine from planning with them. No text with a null character gets here.

export const quotedText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The JSON pointer to a field of a document. */
export const pointerTo = (field: string) => `/${field.replaceAll("~", "~0").replaceAll("/", "~1")}`;
