/** JSON of chunks that another system made; it says itself what a file's form says. */
export const STRUCTURED = "application/json";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".md": "text/markdown",
  ".markdown": "text/markdown",
  ".html": "text/html",
  ".htm": "text/html",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".pdf": "application/pdf",
  ".json": STRUCTURED,
};

export const ACCEPTED = Object.keys(MEDIA_TYPES);

/** By the end of its name: what browsers say of a file depends on what is installed. Null: none that can be read. */
export function mediaTypeOf(fileName: string): string | null {
  const extension = fileName.match(/\.[^.]+$/)?.[0].toLowerCase() ?? "";
  return MEDIA_TYPES[extension] ?? null;
}
