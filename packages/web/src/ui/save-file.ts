/** Hands a file to the browser, which asks where to put it. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the click; a minute is enough for any disk.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
