// What the ways of analysing mean that are not plain levels, under the table that names them.
const meanings: Record<string, string> = {
  Sequential: "stays valid however often you look",
  "Fixed interval": "valid for one look, at the planned end",
  "With Bonferroni": "stricter, since several test groups raise the chance of a false alarm",
  "Without Bonferroni": "each test group as if it were the only one",
  "Benjamini–Hochberg": "stricter, so that few of all clear results are false alarms",
  "Without CUPED": "does not take out what units did before the experiment",
};

/** `ways` are the labels in use; those that explain themselves are left out. */
export const WaysLegend = ({ ways }: { ways: readonly string[] }) => (
  <dl className="flex flex-wrap gap-x-5 gap-y-0.5 py-3 text-12 text-text-muted">
    {ways.flatMap((way) =>
      meanings[way] === undefined
        ? []
        : [
            <div key={way} className="*:inline">
              <dt className="font-medium">
                {way}
                {way === "Benjamini–Hochberg" ? " (B–H)" : ""}:
              </dt>{" "}
              <dd>{meanings[way]}</dd>
            </div>,
          ],
    )}
  </dl>
);
