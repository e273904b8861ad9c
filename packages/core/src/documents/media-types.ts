export const MARKDOWN = "text/markdown";
export const HTML = "text/html";
export const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
export const PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
export const TXT = "text/plain";
export const CSV = "text/csv";
export const PDF = "application/pdf";

/** The media type of an upload with ready chunks. */
export const STRUCTURED_CHUNKS = "application/json";

const TYPES: ReadonlyMap<string, string> = new Map([
  [".md", MARKDOWN],
  [".markdown", MARKDOWN],
  [".html", HTML],
  [".htm", HTML],
  [".docx", DOCX],
  [".xlsx", XLSX],
  [".pptx", PPTX],
  [".pdf", PDF],
  [".txt", TXT],
  [".csv", CSV],
  [".json", STRUCTURED_CHUNKS],
]);

/** The extensions of files that can be uploaded, each with its dot. */
export const FILE_EXTENSIONS: readonly string[] = [...TYPES.keys()];

/** The media type of a file by its extension; what browsers report depends on the programs that are installed. */
export function mediaTypeOf(fileName: string): string | null {
  const extension = fileName.match(/\.[^.]+$/)?.[0].toLowerCase() ?? "";
  return TYPES.get(extension) ?? null;
}

/**
 * The document_id made from a file's name: without its extension, each run of characters other than letters, digits, `.`,
 * `_` and `-` becomes one hyphen. Composed first, because macOS gives `が` as two characters.
 *
 * @returns empty if the name has no letter or digit
 */
export function documentIdOf(fileName: string): string {
  const name = fileName.normalize("NFC").replace(/\.[^.]*$/, "");
  const id = name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[^\p{L}\p{N}]+/u, "");
  return [...id]
    .slice(0, 128)
    .join("")
    .replace(/(?<!-)-+$/, "");
}
