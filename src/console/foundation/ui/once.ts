/** Makes a thing when it is first asked for, and keeps it. */
export function once<Thing extends object>(make: () => Thing): () => Thing {
  let made: Thing | undefined;
  return () => (made ??= make());
}
