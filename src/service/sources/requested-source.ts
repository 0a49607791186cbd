// The parts of a request for a source beside its fields: its name in the path, and a dry run in the query or in the body.

interface Write<Body> {
  readonly query: { readonly dryRun: boolean };
  readonly body: Body;
}

/** Choice: a dry run of a source is asked for in the query, as everywhere, or in the body, as public clients do. */
export const isDry = <Body extends { dryRun?: boolean | undefined }, Input extends Write<Body>>(
  input: Input,
): Input => ({ ...input, query: { dryRun: input.query.dryRun || input.body.dryRun === true } });

/** The write as one of an entity by its id, which is the name. */
export const byName = <
  Body extends { dryRun?: boolean | undefined },
  Input extends Write<Body> & { readonly params: { readonly name: string } },
>(
  input: Input,
) => ({ ...isDry(input), params: { id: input.params.name } });
