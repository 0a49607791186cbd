import {
  warehouseFields,
  type WarehouseField,
  type WarehouseProvider,
} from "#contract/warehouse-providers.ts";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { hasHelp, SettingHelp } from "./setting-help.tsx";

const outlineClass = ({ secret, multiline }: WarehouseField) =>
  secret ? "grid gap-x-4 gap-y-1 tablet:grid-cols-[132px_196px_1fr]" : multiline ? "tablet:col-span-2" : "";

/** Placeholder of a provider's form while its stored settings are loading: its fields, but empty. */
export function ProviderOutline({ provider }: { provider: WarehouseProvider }) {
  const fields = warehouseFields(provider);
  return (
    <div className="max-w-184 pb-6">
      {[...new Set(fields.map(({ section }) => section))].map((section) => {
        const own = fields.filter((field) => field.section === section);
        const isSecret = own.every(({ secret }) => secret);
        return (
          <section key={section} className="border-border pt-4 pb-5 not-first:border-t">
            <h2 className="mb-3 text-15 font-strong">{section}</h2>
            <div className={`grid gap-x-6 gap-y-4 ${isSecret ? "" : "tablet:grid-cols-2"}`}>
              {own.map((field) => (
                <div key={field.name} className={outlineClass(field)}>
                  <p
                    className={
                      isSecret ? "flex h-control items-center font-medium" : "mb-1 text-12 font-medium"
                    }
                  >
                    {field.title}
                  </p>
                  <SkeletonBlock className="h-control" label={`Loading ${field.title}`} />
                  {hasHelp({ provider, field }) ? (
                    <p className={`text-12 text-text-muted ${isSecret ? "tablet:pt-8" : "mt-1"}`}>
                      <SettingHelp provider={provider} field={field} />
                    </p>
                  ) : null}
                </div>
              ))}
            </div>
          </section>
        );
      })}
    </div>
  );
}
