const FORM = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,127}$/u;

export function isDocumentId(text: string): boolean {
  return FORM.test(text);
}

/** An identifier after the name of a file, or nothing where its name has no letter and no digit. */
export function suggestDocumentId(fileName: string): string {
  // Some systems write が in file names as two characters, of which the second is no letter.
  const name = fileName.normalize("NFC").replace(/\.[^.]*$/, "");
  const joined = name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[._-]+/, "");
  return [...joined]
    .slice(0, 128)
    .join("")
    .replace(/[._-]+$/, "");
}
