const FORM = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,127}$/u;

export function isDocumentId(text: string): boolean {
  return FORM.test(text);
}

/** Makes an identifier from a file's name; empty if the name has no letter or digit. */
export function suggestDocumentId(fileName: string): string {
  // Some systems write が in file names as two characters; the second is not a letter.
  const name = fileName.normalize("NFC").replace(/\.[^.]*$/, "");
  const joined = name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[._-]+/, "");
  return [...joined]
    .slice(0, 128)
    .join("")
    .replace(/[._-]+$/, "");
}
