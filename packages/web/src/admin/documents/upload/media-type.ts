/** Chunks as JSON, made by another system; it carries its own title, version and access rule. */
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

/** Goes by the extension, since a browser's own type depends on installed programs. null: not supported. */
export function mediaTypeOf(fileName: string): string | null {
  const extension = fileName.match(/\.[^.]+$/)?.[0].toLowerCase() ?? "";
  return MEDIA_TYPES[extension] ?? null;
}
