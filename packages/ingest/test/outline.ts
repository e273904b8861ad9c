import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "@jest/globals";
import { phraseOf } from "@retrieval/api/texts";
import { structureDocument } from "@retrieval/core/chunks";
import type { ReadDocument } from "@retrieval/core/ports";

/** The warnings, then a line a chunk: chunk_id, the section that it opens, its pages, the beginning of its text_hash. No texts. */
export function outlineOf({ tree, title, warnings }: ReadDocument): string {
  const chunks = structureDocument({ document_id: "d", title: title ?? "d" }, tree);
  const lines = chunks.map(({ chunk_id, text_type, metadata: { section_path, page_range, text_hash } }) => {
    const opened = text_type === "heading" || text_type === "annex_title" ? section_path.at(-1) : undefined;
    const section = opened ? ` ${opened.type} [${opened.label}] ${opened.title}` : "";
    const pages = page_range ? ` p${page_range.join("-")}` : "";
    return `${"  ".repeat(section_path.length)}${chunk_id}${section}${pages} ${text_hash.slice(7, 19)}`;
  });
  return `${[`title: ${title}`, ...warnings.map((warning) => `warning: ${phraseOf([warning], "en")}`), ...lines].join("\n")}\n`;
}

/** Compares an outline with the one in golden/ that was checked by eye; UPDATE_GOLDEN=1 rewrites it. */
export function expectOutline(read: ReadDocument, name: string): void {
  const file = fileURLToPath(new URL(`golden/${name}.txt`, import.meta.url));
  const outline = outlineOf(read);
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, outline);
  expect(outline).toBe(readFileSync(file, "utf8"));
}
