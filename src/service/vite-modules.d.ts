declare module "*?node-worker" {
  /** The worker's whole program, to be started from a data: URL. */
  export const code: string;
}

declare module "*.json5?raw" {
  const text: string;
  export default text;
}
