// Property values recently recorded with exposures, and the experiments that break their results down by them.
import { getRouteApi, Link } from "@tanstack/react-router";
import type { EntityPropertySource, RecordedProperty } from "#contract/entity-property.ts";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { relativeTime } from "#console/foundation/ui/time-format.ts";
import { formatCount, percentSign, plural } from "#console/foundation/ui/wording.ts";

const route = getRouteApi("/$company/entity_properties");

/** A property belongs to a source if the source's SQL contains its name as a word. */
export function propertiesOf(
  { sql }: EntityPropertySource,
  recorded: readonly RecordedProperty[],
): readonly RecordedProperty[] {
  const words = new Set(sql.toLowerCase().match(/\w+/g));
  return recorded.filter(({ name }) => words.has(name.toLowerCase()));
}

const shareText = (count: number, total: number) => {
  const percent = (100 * count) / total;
  return `${percent < 1 ? "<1" : Math.round(percent)}${percentSign}`;
};

/** Lists the values: "silver 31 %, gold 8 %"; if there are several properties, with their names. */
export const valuesText = (properties: readonly RecordedProperty[]): string =>
  properties
    .map(({ name, values, count }) => {
      const texts = values.slice(0, 4).map((one) => `${one.value} ${shareText(one.count, count)}`);
      return `${properties.length > 1 ? `${name}: ` : ""}${texts.join(", ")}`;
    })
    .join("; ") || "None recorded in 30 days";

const experimentsOf = (properties: readonly RecordedProperty[]) => [
  ...new Map(properties.flatMap(({ experiments }) => experiments.map((one) => [one.id, one]))).values(),
];

export function usesText(properties: readonly RecordedProperty[]): string {
  const { length } = experimentsOf(properties);
  return length ? plural(length, "experiment") : "No experiment";
}

function Values({ property: { name, values, valueCount, count, lastTime } }: { property: RecordedProperty }) {
  const more = valueCount - values.length;
  return (
    <div className="min-w-0 border-t border-border py-2">
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        <Mono>{name}</Mono>
        <span className="text-12 text-text-muted">
          {plural(count, "exposure")} in 30 days, the last one {relativeTime(lastTime)}
        </span>
      </h3>
      <ul className="mt-1">
        {values.map((one) => (
          <li
            key={one.value}
            className="grid min-h-6 grid-cols-[minmax(0,1fr)_64px_48px] items-center gap-x-3"
          >
            <span className="truncate" title={one.value}>
              {one.value}
            </span>
            <span aria-hidden className="h-1.5 bg-border">
              <span
                className="block h-full bg-neutral-mark"
                style={{ width: `${(100 * one.count) / count}%` }}
              />
            </span>
            <span className="num text-text-muted" title={formatCount(one.count)}>
              {shareText(one.count, count)}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="text-text-muted">{plural(more, "more value")}</p> : null}
    </div>
  );
}

export function RecordedValues({ properties }: { properties: readonly RecordedProperty[] }) {
  const { company } = route.useParams();
  const experiments = experimentsOf(properties);
  return (
    <>
      <p className="py-2 text-text-muted">
        {properties.length === 0
          ? "No exposure of the last 30 days carries a property that this source names. "
          : null}
        {experiments.length === 0
          ? "No experiment breaks its results down by it."
          : "Breaks down the results of "}
        {experiments.map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 ? ", " : ""}
            <Link to="/$company/experiments/$id" params={{ company, id }} className="link">
              {name}
            </Link>
          </span>
        ))}
      </p>
      <div className="grid gap-x-6 tablet:grid-cols-2 desk:grid-cols-3">
        {properties.map((property) => (
          <Values key={property.name} property={property} />
        ))}
      </div>
    </>
  );
}
