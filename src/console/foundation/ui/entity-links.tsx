import { Link, useParams } from "@tanstack/react-router";
import { capitalise } from "./wording.ts";

interface Named {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

const paths: Readonly<Record<string, "gates" | "dynamic_configs" | "experiments">> = {
  gate: "gates",
  dynamic_config: "dynamic_configs",
  experiment: "experiments",
};

export const kindWord = (kind: string) => capitalise(kind.replace("_", " "));

/** The name of a gate, config or experiment as a link to its page. */
export function NamedLink({ kind, id, name }: Named) {
  const { company = "-" } = useParams({ strict: false });
  const path = paths[kind];
  return path ? (
    <Link
      to={`/$company/${path}/$id`}
      params={{ company, id }}
      state={{ name }}
      className="font-medium hover:underline"
    >
      {name}
    </Link>
  ) : (
    <>{name}</>
  );
}
