import { type StructuredChunk, structureDocument } from "@retrieval/core/chunks";
import type { ReadDocument } from "@retrieval/core/ports";
import { readerOf } from "../src/index.js";

export function readHtml(html: string | Uint8Array): Promise<ReadDocument> {
  const bytes = typeof html === "string" ? new TextEncoder().encode(html) : html;
  return readerOf("text/html")(bytes);
}

export async function htmlChunks(html: string): Promise<StructuredChunk[]> {
  const { tree, title } = await readHtml(html);
  return structureDocument({ document_id: "rules", title: title ?? "rules" }, tree);
}

/** Each chunk's type and its displayed text: `list: - a`. */
export async function shownOfHtml(html: string): Promise<string[]> {
  return (await htmlChunks(html)).map(
    ({ text_type, content, content_md }) => `${text_type}: ${text_type === "table" ? content_md : content}`,
  );
}

/** Each section's name, below those that it stands in: `CHAPTER I General > Article 1 Aim`. */
export async function breadcrumbsOfHtml(html: string): Promise<string[]> {
  return (await htmlChunks(html))
    .filter(({ text_type }) => text_type === "heading" || text_type === "annex_title")
    .map(({ display }) => display.breadcrumb.join(" > "));
}
