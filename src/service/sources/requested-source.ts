// Normalises dry runs of sources, which can be requested in the query or in the body.

interface Write<Body> {
  readonly query: { readonly dryRun: boolean };
  readonly body: Body;
}

/** Choice: a dry run of a source is requested in the query, as everywhere, or in the body, as public clients do. */
export const withDryRun = <Body extends { dryRun?: boolean | undefined }, Input extends Write<Body>>(
  input: Input,
): Input => ({ ...input, query: { dryRun: input.query.dryRun || input.body.dryRun === true } });
