import { coming } from "../documents/life.js";
import type { SectionAnswer } from "./answer.js";
import type { AnsweringSources, Moment } from "./answering-sources.js";

/** How long the look at the next version may take, in milliseconds. */
const LOOK_WITHIN = 500;

/** The next text of the section that answers, if the document's next version changes it. */
export async function comingText(
  { doc, units: [unit] }: Pick<SectionAnswer, "doc" | "units">,
  { documents }: Pick<AnsweringSources, "documents">,
  { hits }: Pick<Moment, "hits">,
): Promise<SectionAnswer["coming"]> {
  const document = documents.get(doc.id);
  const life = document?.facts.life ?? null;
  const next = life && coming(life, life.day);
  if (document === undefined || next === null || unit === undefined) return null;
  const sections = { ...document, chunk_id: unit.chunk_id, other: next.revision_id };
  const isChanged = await hits.isChanged(sections, { timeout_ms: LOOK_WITHIN });
  return isChanged ? { effective_from: next.effective_from, version_number: next.number } : null;
}
