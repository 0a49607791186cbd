declare module "*?node-worker" {
  /** The complete program of the worker, to be started from a data: URL. */
  export const code: string;
}

declare module "*.json5?raw" {
  const text: string;
  export default text;
}
