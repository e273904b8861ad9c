import { type ReadDocument, UnreadableDocumentError } from "@retrieval/core/ports";
import type { ProblemOf } from "@retrieval/core/problems";
import { refuseOtherContent } from "./file-content.js";
import { Warnings } from "./warnings.js";

/** Reads a file of one format: refuses other media types and other content, and collects the warnings. */
export async function readAs(
  { format, expected }: Pick<ProblemOf<"file.wrong_type">, "format" | "expected">,
  media_type: string,
  bytes: Uint8Array,
  read: (warnings: Warnings) => Omit<ReadDocument, "warnings"> | Promise<Omit<ReadDocument, "warnings">>,
): Promise<ReadDocument> {
  if (media_type !== expected) {
    throw new UnreadableDocumentError({ code: "file.wrong_type", media_type, format, expected });
  }
  refuseOtherContent(media_type, bytes);
  const warnings = new Warnings();
  try {
    return { ...(await read(warnings)), warnings: warnings.list() };
  } catch (error) {
    // V8 throws RangeError for a stack overflow and for strings and arrays beyond its limits.
    if (error instanceof RangeError) throw new UnreadableDocumentError({ code: "file.nested_too_deep" });
    throw error;
  }
}
