// What is not stored yet, in a form: its key while it is edited, and a name that no other has.

export const newKey = () => `new-${Date.now()}`;

/** Whether a rule of this key was never stored: discarded or saved, it is no more under this name. */
export const isNewKey = (key: string) => /^new-\d+$/.test(key);

/** The wanted name, with a number behind it where another has it. */
export function unusedName(wanted: string, others: readonly { name: string }[]): string {
  const names = new Set(others.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!names.has(name)) return name;
  }
}
