// Converts `$1` placeholders, outside of quotes and comments, to the notation of each engine.
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\d+)(?!\w)/g;

/** Returns the text with each placeholder replaced, and the values in the order in which they occur. */
export function withPlaceholders<Value>(
  text: string,
  values: readonly Value[],
  write: (index: number) => string,
): { text: string; values: readonly Value[] } {
  const used: Value[] = [];
  const written = text.replaceAll(tokens, (token, digits: string | undefined) => {
    if (digits === undefined) return token;
    const value = values[Number(digits) - 1];
    if (value === undefined) throw new Error(`No value for ${token}`);
    used.push(value);
    return write(Number(digits));
  });
  return { text: written, values: used };
}
