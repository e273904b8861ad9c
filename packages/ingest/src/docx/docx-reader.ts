import { DOCX } from "@retrieval/core/limits";
import { type DocumentReader, type ReadDocument, UnreadableDocumentError } from "@retrieval/core/ports";
import type { Root } from "hast";
import { textLineTitle, usableTitle } from "../html/html-title.js";
import { readHtmlTree } from "../html/read-html-tree.js";
import { descendants, element, elements, showsText, textOf, valueIn } from "../ooxml/xml.js";
import { readAs } from "../read-as.js";
import type { Warnings } from "../warnings.js";
import { titleContents } from "./contents.js";
import { placeFootnotes } from "./footnotes.js";
import { buildLists } from "./list-marks.js";
import { NumberCounter } from "./number-counter.js";
import { Numbering } from "./numbering.js";
import { ParagraphKinds } from "./paragraph-kind.js";
import { type Parts, readParts, type Story } from "./parts.js";
import { type Preparing, prepareStory } from "./prepare-story.js";
import { Styles } from "./styles.js";
import { type PreparedStory, toHtml } from "./to-html.js";

/** Reads Word documents, with Word's automatic numbers. */
export class DocxReader implements DocumentReader {
  readonly media_types = [DOCX];

  read(media_type: string, bytes: Uint8Array): Promise<ReadDocument> {
    return readAs({ format: "Word", expected: DOCX }, media_type, bytes, async (warnings) => {
      const parts = await readParts(bytes);
      const html = await htmlOf(parts, warnings);
      const written = usableTitle(textOf(element(parts.properties ?? undefined, "dc:title") ?? NOTHING));
      const title = written ?? textLineTitle(html);
      const read = readHtmlTree(html, warnings);
      if (read.tree.children.length === 0) {
        throw new UnreadableDocumentError({ code: "docx.no_text" });
      }
      return { tree: read.tree, title: read.title ?? title };
    });
  }
}

const NOTHING = { type: "text", value: "" } as const;

async function htmlOf(parts: Parts, warnings: Warnings): Promise<Root> {
  if (parts.comments && elements(parts.comments, "w:comment").length > 0)
    warnings.add({ code: "docx.comments_left_out" });
  const styles = new Styles(parts.styles);
  const counter = new NumberCounter(new Numbering(parts.numbering, styles), warnings);
  const preparing: Preparing = {
    kinds: new ParagraphKinds(styles, counter),
    notes: new Set([...noteIds(parts.footnotes, "footnote"), ...noteIds(parts.endnotes, "endnote")]),
    titleLevels: hasTitle(parts.document, styles) ? 1 : 0,
    warnings,
  };
  const stories: Record<string, PreparedStory> = {};
  for (const name of ["document", "footnotes", "endnotes"] as const) {
    const story = parts[name];
    if (story && hasTrackedChanges(story)) warnings.add({ code: "docx.tracked_changes" });
    if (story) stories[name] = { xml: prepareStory(story, preparing), links: story.links };
  }
  const html = await toHtml(stories, warnings);
  buildLists(html);
  titleContents(html);
  placeFootnotes(html);
  return html;
}

/** Text, marks and rows that were inserted, deleted or moved (17.13.5). */
function hasTrackedChanges({ xml }: Story): boolean {
  return ["w:ins", "w:del", "w:moveFrom", "w:moveTo"].some((name) => descendants(xml, name).length > 0);
}

function noteIds(story: Story | null, kind: "footnote" | "endnote"): string[] {
  return elements(story?.xml, `w:${kind}`).map(({ attributes }) => `w:${kind}Reference ${attributes["w:id"]}`);
}

function hasTitle({ xml }: Story, styles: Styles): boolean {
  return descendants(xml, "w:p").some(
    (paragraph) =>
      /^title$/i.test(styles.paragraph(valueIn(paragraph, "w:pPr", "w:pStyle")).name) && showsText(paragraph),
  );
}
