// To a file on the reader's machine.

/** "one_page_checkout-2026-11-21.svg" */
export function fileName(id: string, ending: string, now: number): string {
  const safe = id.replace(/[^\p{L}\p{N}_.-]+/gu, "_").replace(/^\.+/, "");
  return `${safe || "experiment"}-${new Date(now).toISOString().slice(0, 10)}.${ending}`;
}

export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
