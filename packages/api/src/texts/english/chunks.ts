import type { CHUNK_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const chunks: TextsOf<keyof typeof CHUNK_PROBLEMS> = {
  "chunk_id.ill_formed": () => "chunk_id must be segments joined by ::, the last one <text_type>-<n>",
  "chunk_id.other_document": () => "chunk_id must begin with the document_id",
  "chunk_id.other_type": ({ chunk_id, named, text_type }) =>
    `chunk_id ${chunk_id} names a ${named}, but the chunk's text_type is ${text_type}`,
  "chunk_id.duplicate": ({ chunk_id, first_index }) => `chunk_id ${chunk_id} is a duplicate of chunks[${first_index}]`,
  "chunk.other_document": () => "doc_id is the id of another document; send this document's or none",
  "chunk.too_large": ({ megabytes }) => `a chunk may have at most ${megabytes} MiB; split it`,
  "chunk.text_ill_formed": ({ field }) => `${field} must be well-formed Unicode without NUL`,
  "chunk.text_too_long": ({ field, length, max }) =>
    `${field} has ${length} characters, more than ${max}; split the chunk`,
  "chunk.table_text_too_long": ({ length, max }) =>
    `the search text made from content_md has ${length} characters, more than ${max}; split the table, or send a shorter text as content`,
  "chunk.table_without_markdown": () => "a table needs content_md, the Markdown to show",
  "chunk.without_content": ({ text_type }) => `a ${text_type} needs content, the text to show`,
  "chunk.unexpected_markdown": ({ text_type }) => `a ${text_type} cannot have content_md; only lists and tables can`,
  "chunk.page_range_ill_formed": () => "metadata.page_range must be [first page, last page]",
  "chunk.bbox_ill_formed": () => "metadata.anchors.bbox must be an array of 4 numbers",
  "chunk.not_one_table": () =>
    "content_md is not a single plain table, so search cannot find it; send the search text as content",
  "chunk.text_hash_replaced": () => "the given text_hash does not match the text; it was recomputed",
  "chunk.display_replaced": () => "the given display does not match the chunk; it was rebuilt",
  "chunks.empty": () =>
    "chunks is empty, which would leave the document empty, so nothing was changed; to remove the document, use DELETE",
  "chunks.too_large": ({ megabytes }) =>
    `the chunks and their metadata take more than ${megabytes} MiB; split the document`,
  "chunks.slow_to_read": ({ seconds }) => `the chunks take longer than ${seconds} seconds to read; split the document`,
  "chunks.large_to_read": () => "the chunks need too much memory to read; split the document",
};
