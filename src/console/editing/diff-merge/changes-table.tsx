import { isNone } from "#targeting/evaluate/changed-environments.ts";
import { changedEnvironmentsText } from "#console/rules/fields/environments.ts";
import type { AudienceChange, Change } from "./changes.ts";
import { plural } from "#console/foundation/ui/wording.ts";

const head = "h-8 border-b border-border pr-3 text-left text-12 font-medium text-text-muted";
const cell = "py-1.5 pr-3 align-top break-words";

/** The environments that all changes share, ignoring changes without an effect, as text; "" where they differ. */
function commonEnvironments(changes: readonly Change[]): string {
  const effective = changes.filter(({ environments }) => !isNone(environments));
  const [common, ...others] = new Set(
    (effective.length ? effective : changes).map(({ environments }) => changedEnvironmentsText(environments)),
  );
  return common && others.length === 0 ? common : "";
}

/** A table of the changes, grouped by the users whom they affect; unchanged rules are collapsed. */
export function ChangesTable({
  caption,
  audiences,
  unchanged = [],
  before = "Today",
  after = "After saving",
  mine,
}: {
  caption: string;
  audiences: readonly AudienceChange[];
  unchanged?: readonly string[];
  before?: string;
  after?: string;
  /** Heading of an additional column with the values of the user's own draft. */
  mine?: string;
}) {
  return (
    <>
      <table
        className={`w-full table-fixed border-separate border-spacing-0 ${mine ? "" : "max-tablet:[&_thead]:sr-only"}`}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={head}>
              What
            </th>
            <th scope="col" className={head}>
              {before}
            </th>
            <th scope="col" className={head}>
              {after}
            </th>
            {mine ? (
              <th scope="col" className={head}>
                {mine}
              </th>
            ) : null}
          </tr>
        </thead>
        {audiences.map(({ key, who, place, changes }) => {
          const common = commonEnvironments(changes);
          return (
            <tbody key={key} className="[&:not(:last-child)>tr:last-child>*]:border-b [&>tr>*]:border-border">
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={mine ? 4 : 3}
                  className="pt-3 pr-3 text-left font-regular break-words"
                >
                  <span className="font-strong">{who}</span>
                  {place || common ? (
                    <span className="pl-2 text-12 text-text-muted">
                      {[place, common].filter(Boolean).join(", ")}
                    </span>
                  ) : null}
                </th>
              </tr>
              {changes.map((change) => (
                <tr key={change.what}>
                  <th scope="row" className={`${cell} text-left font-regular text-text-muted`}>
                    {change.what || "Value"}
                    {changedEnvironmentsText(change.environments) === common ? null : (
                      <span className="block text-12">{changedEnvironmentsText(change.environments)}</span>
                    )}
                  </th>
                  <td className={`${cell} figures text-text-muted`}>{change.before}</td>
                  <td className={`${cell} figures font-medium`}>
                    {change.after}
                    {change.consequence && !mine ? (
                      <span className="block text-12 font-regular text-text-muted">{change.consequence}</span>
                    ) : null}
                  </td>
                  {mine ? <td className={`${cell} figures font-medium`}>{change.mine}</td> : null}
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
      {unchanged.length > 0 ? (
        <details className="border-t border-border py-2 text-text-muted">
          <summary className="cursor-pointer">
            {plural(unchanged.length, "rule stays as it is", "rules stay as they are")}
          </summary>
          <ul className="pt-1 pl-4">
            {unchanged.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
