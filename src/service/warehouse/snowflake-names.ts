// Converts names of accounts, users and other objects to the form that Snowflake stores.

/** Returns the name that Snowflake stores for a name written with or without quotation marks. */
export const storedName = (name: string) =>
  /^".*"$/s.test(name)
    ? name.slice(1, -1).replaceAll('""', '"')
    : /^[a-z_][a-z0-9_$]*$/i.test(name)
      ? name.toUpperCase()
      : name;

export const snowflakeOrigin = (accountName: string) =>
  `https://${accountName.toLowerCase().replaceAll("_", "-")}.snowflakecomputing.com`;

/** Formats account and user for a signed token: in upper case, and the account locator without its region. */
export const signedName = (accountName: string, userName: string) =>
  `${(accountName.split(".")[0] ?? "").toUpperCase()}.${storedName(userName).toUpperCase()}`;
