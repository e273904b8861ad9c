import { MARKDOWN } from "@retrieval/core/limits";
import type { DocumentReader, ReadDocument } from "@retrieval/core/ports";
import { decodeText } from "./decode-text.js";
import { takeFrontMatter } from "./front-matter.js";
import { parseMarkdown } from "./parse-markdown.js";
import { readAs } from "./read-as.js";
import { readTextTree } from "./read-tree.js";
import { dropTemplateMarks } from "./template-marks.js";

/**
 * Reads Markdown (CommonMark with the extensions of GitHub) with its HTML. It runs synchronously and has no time limit;
 * {@link IsolatedReader} sets one.
 */
export class MarkdownReader implements DocumentReader {
  readonly media_types = [MARKDOWN];

  read(media_type: string, bytes: Uint8Array): Promise<ReadDocument> {
    return readAs({ format: "Markdown", expected: MARKDOWN }, media_type, bytes, (warnings) => {
      const { title: frontTitle, body } = takeFrontMatter(decodeText(bytes, warnings));
      const { tree, title } = readTextTree(parseMarkdown(dropTemplateMarks(body), warnings), warnings);
      return { tree, title: title ?? frontTitle };
    });
  }
}
