// Names as Snowflake keeps them, of accounts, users and all else.

/** The name under which Snowflake keeps what somebody writes without, or with, quotation marks. */
export const storedName = (name: string) =>
  /^".*"$/s.test(name)
    ? name.slice(1, -1).replaceAll('""', '"')
    : /^[a-z_][a-z0-9_$]*$/i.test(name)
      ? name.toUpperCase()
      : name;

export const snowflakeOrigin = (accountName: string) =>
  `https://${accountName.toLowerCase().replaceAll("_", "-")}.snowflakecomputing.com`;

/** Account and user as a signed token names them: in upper case, and a locator without its region. */
export const signedName = (accountName: string, userName: string) =>
  `${(accountName.split(".")[0] ?? "").toUpperCase()}.${storedName(userName).toUpperCase()}`;
