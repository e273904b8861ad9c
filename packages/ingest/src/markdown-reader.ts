import { MARKDOWN } from "@retrieval/core/limits";
import { type DocumentReader, type ReadDocument, UnreadableDocumentError } from "@retrieval/core/ports";
import { decodeText } from "./decode-text.js";
import { takeFrontMatter } from "./front-matter.js";
import { parseMarkdown } from "./parse-markdown.js";
import { readTextTree } from "./read-tree.js";
import { dropTemplateMarks } from "./template-marks.js";
import { Warnings } from "./warnings.js";

/**
 * Reads Markdown (CommonMark with the extensions of GitHub) with its HTML. It runs synchronously and has no time limit;
 * {@link IsolatedReader} sets one.
 */
export class MarkdownReader implements DocumentReader {
  readonly media_types = [MARKDOWN];

  async read(media_type: string, bytes: Uint8Array): Promise<ReadDocument> {
    if (!this.media_types.includes(media_type)) {
      throw new UnreadableDocumentError({
        code: "file.wrong_type",
        media_type,
        format: "Markdown",
        expected: MARKDOWN,
      });
    }
    const warnings = new Warnings();
    const { title: frontTitle, body } = takeFrontMatter(decodeText(bytes, warnings));
    try {
      const { tree, title } = readTextTree(parseMarkdown(dropTemplateMarks(body), warnings), warnings);
      return { tree, title: title ?? frontTitle, warnings: warnings.list() };
    } catch (error) {
      // V8 throws RangeError for a stack overflow and for strings and arrays beyond its limits.
      if (error instanceof RangeError) throw new UnreadableDocumentError({ code: "file.nested_too_deep" });
      throw error;
    }
  }
}
