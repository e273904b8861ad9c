/** Warnings about parts of a file that could not be kept unchanged. */
export const PARSING_PROBLEMS = {
  "text.read_as_cp932": {},
  "text.other_encoding": {},
  "text.unreadable_characters": { characters: "number", around: "text" },
  "text.struck_out": {},
  /** `heading`: the one before the item; empty without one. */
  "list.renumbered": { written: "number", shown: "number", heading: "text" },
  /** `places`: the beginnings of the first of them. */
  "articles.not_read": { count: "number", places: "texts" },
  "heading.shortened": { max: "number" },
  "table.nested": {},
  "table.merged_cells": {},
  "picture.left_out": {},
  "picture.replaced": {},
  "media.left_out": { kind: ["sound", "video", "page", "object"] },
  "html.unbalanced_tags": {},
  "html.open_comment": {},
  /** Navigation, header and footer of a page. `places`: the beginnings of the first of them. */
  "html.outside_content": { count: "number", places: "texts" },
  "docx.comments_left_out": {},
  "docx.tracked_changes": {},
  "docx.hidden_text_left_out": {},
  "docx.number_undefined": {},
  "docx.number_format_unknown": { format: "text" },
  "docx.formula": {},
  "docx.covered_cell": {},
  "docx.symbol_left_out": {},
  /** Counts of what has text. */
  "xlsx.hidden_left_out": { sheets: "number", rows: "number", columns: "number" },
  "xlsx.objects_left_out": { sheets: "texts" },
  "pdf.running_heads": { count: "number", first: "texts" },
  "pdf.only_pictures": { pages: "numbers" },
  "pdf.no_text": { pages: "numbers" },
  "pdf.pictures_left_out": { pages: "numbers" },
  "pdf.vertical": { pages: "numbers" },
  "pdf.unreadable_characters": { pages: "numbers" },
} as const;
