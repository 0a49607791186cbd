import type { WarehouseField, WarehouseProvider } from "#contract/warehouse-providers.ts";
import { whereToFind } from "./where-to-find.ts";

interface SettingHelpProps {
  provider: WarehouseProvider;
  field: WarehouseField;
}

/** The purpose of a setting, and below it where it is found. */
export function SettingHelp({ provider, field: { name, description } }: SettingHelpProps) {
  const where = whereToFind[provider][name];
  return (
    <>
      {description}
      {where ? <span className="block">{where}</span> : null}
    </>
  );
}

/** Whether a setting has any help. */
export const hasHelp = ({ provider, field: { name, description } }: SettingHelpProps) =>
  Boolean(description ?? whereToFind[provider][name]);
