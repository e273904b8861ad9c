import type { PARSING_PROBLEMS } from "@retrieval/core/problems";
import { pageRanges } from "../page-ranges.js";
import type { TextsOf } from "../table.js";

const MEDIA = { sound: "a sound", video: "a video", page: "an embedded page", object: "an embedded object" };

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const named = (pages: readonly number[]) => `${pages.length === 1 ? "page" : "pages"} ${pageRanges(pages, "-", ", ")}`;

const listed = (pages: readonly number[], values: readonly number[]) =>
  pages.map((page, i) => `${values[i]} on page ${page}`).join(", ");

export const parsing: TextsOf<keyof typeof PARSING_PROBLEMS> = {
  "text.read_as_cp932": () => "the file is not UTF-8; it was read as CP932 (Shift_JIS)",
  "text.other_encoding": () => "the encoding that the file declares does not match its bytes",
  "text.unreadable_characters": ({ characters, around }) =>
    `${counted(characters, "character")} could not be read and became "\uFFFD", first in "${around}"`,
  "text.struck_out": () => "struck-out text was kept as text; check whether it is still valid",
  "list.renumbered": ({ written, shown }) =>
    `a list item numbered ${written} in the source is shown as ${shown}, as Markdown counts`,
  "articles.not_read": ({ count, places }) =>
    `${count === 1 ? "one line looks like an article and was" : `${count} lines look like articles and were`} not read as such: ${places.join(" / ")}${count > places.length ? " …" : ""}; make them headings, or put a caption or a space between number and text`,
  "heading.shortened": ({ max }) => `a heading is longer than ${max} characters; breadcrumbs show its beginning`,
  "table.nested": () => "a table inside a table cell or a line of text was kept as plain text",
  "table.merged_cells": () => "a table has merged cells; the first cell has their text, the others show ← or ↑",
  "picture.left_out": () => "a picture without alternative text was left out",
  "picture.replaced": () => "a picture was replaced by its alternative text",
  "media.left_out": ({ kind }) => `${MEDIA[kind]} was left out`,
  "html.unbalanced_tags": () => "HTML tags that are not closed or not in order were read one by one; check the text",
  "html.open_comment": () => "a comment (<!--) is never closed; everything after it was left out",
  "html.outside_content": ({ count, places }) =>
    `${counted(count, "part")} around the content of the page (navigation, header, footer) ${count === 1 ? "was" : "were"} left out: ${places.join(" / ")}${count > places.length ? " …" : ""}`,
  "docx.comments_left_out": () => "comments were left out",
  "docx.tracked_changes": () => "the document has tracked changes; the text is shown as if all were accepted",
  "docx.hidden_text_left_out": () => "hidden text was left out",
  "docx.number_undefined": () => "an automatic number of Word could not be restored, because its definition is missing",
  "docx.number_format_unknown": ({ format }) =>
    `the Word number format ${format} is unknown; its numbers are shown as digits`,
  "docx.formula": () => "a formula was kept as plain text; compare it with the document",
  "docx.covered_cell": () => "text in a cell that a merged cell covers was left out; Word does not show it either",
  "docx.symbol_left_out": () => "a character of a symbol font was left out; check the text",
  "xlsx.hidden_left_out": ({ sheets, rows, columns }) =>
    `hidden parts of the workbook were left out: ${counted(sheets, "sheet")}, ${counted(rows, "row")}, ${counted(columns, "column")}`,
  "xlsx.objects_left_out": ({ sheets }) =>
    `pictures, charts, text boxes and comments were left out on the sheets ${sheets.join(", ")}`,
  "pptx.hidden_left_out": ({ slides }) => `hidden slides were left out: ${pageRanges(slides, "-", ", ")}`,
  "pdf.running_heads": ({ count, first }) =>
    `left out as headers or footers, because they repeat at the edge of several pages: ${first.join(" / ")}${count > first.length ? ` … (${count})` : ""}`,
  "pdf.only_pictures": ({ pages }) =>
    `${named(pages)} ${pages.length === 1 ? "is a picture" : "are pictures"}: recognise the text (OCR) and send the file again`,
  "pdf.recognised": ({ pages, confidences }) =>
    `the text of ${named(pages)} was recognised in pictures (OCR), so it is not published but waits as a draft: compare it with the file, then publish it. Confidence (0 to 100): ${listed(pages, confidences)}`,
  "pdf.recognised_poorly": ({ pages, confidences, min }) =>
    `the service recognised ${named(pages)} with too little confidence (0 to 100, at least ${min} is needed: ${listed(pages, confidences)}) and left the text out; a sharp, upright scan of 300 dpi may help`,
  "pdf.no_text": ({ pages }) => `no text on ${named(pages)}`,
  "pdf.pictures_left_out": ({ pages }) => `pictures were left out on ${named(pages)}`,
  "pdf.table_without_lines": ({ pages }) =>
    `tables without lines on ${named(pages)} were kept as text, one line for each row; compare them with the document`,
  "pdf.vertical": ({ pages }) =>
    `the text on ${named(pages)} is vertical; it was read in columns from right to left, check its order`,
  "pdf.unreadable_characters": ({ pages }) =>
    `some characters on ${named(pages)} could not be read, because the file does not identify them`,
};
