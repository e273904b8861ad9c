export const MARKDOWN = "text/markdown";
export const HTML = "text/html";
export const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
export const PDF = "application/pdf";

/** The media type of an upload with ready chunks. */
export const STRUCTURED_CHUNKS = "application/json";

const TYPES: ReadonlyMap<string, string> = new Map([
  [".md", MARKDOWN],
  [".markdown", MARKDOWN],
  [".html", HTML],
  [".htm", HTML],
  [".docx", DOCX],
  [".pdf", PDF],
  [".json", STRUCTURED_CHUNKS],
]);

/** The extensions of files that can be uploaded, each with its dot. */
export const FILE_EXTENSIONS: readonly string[] = [...TYPES.keys()];

/** The media type of a file by its extension; what browsers report depends on the programs that are installed. */
export function mediaTypeOf(fileName: string): string | null {
  const extension = fileName.match(/\.[^.]+$/)?.[0].toLowerCase() ?? "";
  return TYPES.get(extension) ?? null;
}
