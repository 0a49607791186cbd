// Shows by fingerprints which secrets a test used, so that a new one is known to work before it replaces the stored one.
import { warehouseFields, type WarehouseProvider } from "#contract/warehouse-providers.ts";

type Fingerprints = Readonly<Record<string, string>>;

export function TestedSecrets({
  provider,
  tested,
  stored,
}: {
  provider: WarehouseProvider;
  tested: Fingerprints;
  stored: Fingerprints;
}) {
  const rows = warehouseFields(provider).filter(({ name }) => tested[name]);
  if (rows.length === 0) return null;
  return (
    <section aria-label="Tested with" className="border-t border-border pb-4">
      <h2 className="flex h-12 items-center font-strong">Tested with</h2>
      <dl className="grid gap-2 text-12">
        {rows.map(({ name, title }) => {
          const isStored = tested[name] === stored[name];
          return (
            <div key={name}>
              <dt className="font-medium">
                {title}
                <span className="ml-2 font-regular text-text-muted">
                  {isStored ? "the stored one" : "new"}
                </span>
              </dt>
              <dd className="wrap-anywhere">
                <code>{tested[name]}</code>
                {!isStored && stored[name] ? (
                  <p className="text-text-muted">
                    In use until it is saved: <code>{stored[name]}</code>. The old one can be removed at the
                    warehouse after that.
                  </p>
                ) : null}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
