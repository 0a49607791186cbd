declare module "*?node-worker" {
  /** The worker's whole program, to be started from a data: URL. */
  export const code: string;
}
