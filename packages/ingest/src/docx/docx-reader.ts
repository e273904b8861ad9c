import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { Root } from "hast";
import { textLineTitle } from "../html/html-title.js";
import { readHtmlTree } from "../html/read-html-tree.js";
import { descendants, elements, showsText, valueIn } from "../ooxml/xml.js";
import type { ReadContent } from "../read-content.js";
import type { Warnings } from "../warnings.js";
import { placeFootnotes } from "./footnotes.js";
import { NumberCounter } from "./number-counter.js";
import { Numbering } from "./numbering.js";
import { ParagraphKinds } from "./paragraph-kind.js";
import { type Parts, readParts, type Story } from "./parts.js";
import { type Reading, readStory } from "./read-story.js";
import { Styles } from "./styles.js";

/** Reads Word documents, with Word's automatic numbers. */
export const readDocx: ReadContent = async (bytes, warnings) => {
  const parts = await readParts(bytes);
  const html = htmlOf(parts, warnings);
  const title = parts.title ?? textLineTitle(html);
  const read = readHtmlTree(html, warnings);
  if (read.tree.children.length === 0) {
    throw new UnreadableDocumentError({ code: "docx.no_text" });
  }
  return { tree: read.tree, title: read.title ?? title };
};

function htmlOf(parts: Parts, warnings: Warnings): Root {
  if (parts.comments && elements(parts.comments, "w:comment").length > 0)
    warnings.add({ code: "docx.comments_left_out" });
  const styles = new Styles(parts.styles);
  const counter = new NumberCounter(new Numbering(parts.numbering, styles), warnings);
  const stories = [parts.document, parts.footnotes, parts.endnotes].filter((story) => story !== null);
  for (const story of stories) if (hasTrackedChanges(story)) warnings.add({ code: "docx.tracked_changes" });
  const noteElements = new Map(
    stories.flatMap((story) =>
      elements(story.xml, "w:footnote", "w:endnote").map((note) => [
        `${note.name.slice(2)}-${note.attributes["w:id"]}`,
        { story, note },
      ]),
    ),
  );
  const reading: Reading = {
    kinds: new ParagraphKinds(styles, counter),
    notes: new Set(noteElements.keys()),
    references: [],
    titleLevels: hasTitle(parts.document, styles) ? 1 : 0,
    warnings,
  };
  const body = readStory(parts.document, parts.document.xml, reading);
  const notes = new Map([...noteElements].map(([id, { story, note }]) => [id, readStory(story, note, reading)]));
  return { type: "root", children: placeFootnotes(body, notes) };
}

/** Text, marks and rows that were inserted, deleted or moved (17.13.5). */
function hasTrackedChanges({ xml }: Story): boolean {
  return ["w:ins", "w:del", "w:moveFrom", "w:moveTo"].some((name) => descendants(xml, name).length > 0);
}

function hasTitle({ xml }: Story, styles: Styles): boolean {
  return descendants(xml, "w:p").some(
    (paragraph) =>
      /^title$/i.test(styles.paragraph(valueIn(paragraph, "w:pPr", "w:pStyle")).name) && showsText(paragraph),
  );
}
