import type { AssistantCalls } from "@retrieval/api";
import { passageAddress } from "@retrieval/api/pages";
import { sentenceOf } from "@retrieval/api/texts";
import { isRefusal, type Refusal } from "@retrieval/core/errors";
import { QUESTION, type Tool } from "./tool.js";

/** How many results a search returns. */
const RESULTS = 10;
/** How much text one call returns, in characters. */
const TEXT_MAX = 60_000;
/** How many passages of a document one call reads. */
const PASSAGES = 200;

const RESULT = {
  id: { type: "string", description: "For `fetch`." },
  title: { type: "string" },
  url: { type: "string", description: "The page of the document, for people." },
} as const;

const DATES = {
  effective_from: { type: ["string", "null"], description: "The first day of the version in force." },
  coming: {
    type: ["string", "null"],
    description: "The first day of the next version of the document; null: none is known.",
  },
} as const;

const ANSWER_DATES = {
  ...DATES,
  coming: {
    ...DATES.coming,
    description: "The first day of the next version of the document, if that changes the section; otherwise null.",
  },
} as const;

const listed = (properties: object) => ({
  type: "array",
  items: { type: "object", properties, required: Object.keys(properties) },
});

/** The tools in the shapes that ChatGPT's connectors read, and others with them. Their descriptions never change. */
export function toolsOf(origin: string): readonly Tool[] {
  const urlOf = (document_id: string, id: string) => origin + passageAddress(document_id, id);
  return [
    {
      name: "search",
      title: "Search the company's documents",
      description:
        "Searches the rules and documents of the company that the user may read, in Japanese or English. Returns sections " +
        "(articles, annexes), best first. Use `fetch` to read one.",
      input: { query: { ...QUESTION, description: "Words or a question." } },
      output: { results: listed({ ...RESULT, ...DATES }) },
      async call({ query }, calls) {
        const body = { query: String(query), limit: RESULTS, answer: false };
        const found = await calls.searchChunks({ params: {}, query: {}, body });
        if (isRefusal(found)) return found;
        const ids = [...new Set(found.results.map(({ doc }) => doc.id))];
        const dates = new Map(await Promise.all(ids.map(async (id) => [id, await datesOf(id, calls)] as const)));
        const results = found.results.map(({ doc, section }) => ({
          id: section.id,
          title: titleOf(doc.title, section),
          url: urlOf(doc.id, section.id),
          effective_from: dates.get(doc.id)?.effective_from ?? null,
          coming: dates.get(doc.id)?.coming?.effective_from ?? null,
        }));
        return { results };
      },
    },
    {
      name: "fetch",
      title: "Read a section",
      description:
        "Reads the section with an id that `search` or `answer` returned, or that holds the passage with this id.",
      input: { id: { type: "string", minLength: 1, maxLength: 1_024 } },
      output: { ...RESULT, text: { type: "string", description: "Markdown." }, metadata: { type: "object" } },
      call: ({ id }, calls) => fetchSection(String(id), calls, urlOf),
    },
    {
      name: "answer",
      title: "Answer a question from the company's documents",
      description:
        "Answers with the sentences, items or rows of one section of a document that the user may read, word for word. " +
        "The outcome nearest means that no sentence surely answers: `fetch` the sources. nothing_found means that no " +
        "document says it.",
      input: { question: { ...QUESTION, description: "One question." } },
      output: {
        outcome: { type: "string" },
        answer: {
          type: ["object", "null"],
          description: "null: the outcome is not `answer`.",
          properties: { ...RESULT, text: { type: "string" }, ...ANSWER_DATES },
          required: [...Object.keys(RESULT), "text", ...Object.keys(ANSWER_DATES)],
        },
        sources: listed(RESULT),
      },
      async call({ question }, calls) {
        const answer = await calls.answerQuestion({ params: {}, query: {}, body: { question: String(question) } });
        if (isRefusal(answer)) return answer;
        const named = ({ doc, section }: (typeof answer.sources)[number] | NonNullable<typeof answer.answer>) => ({
          id: section.id,
          title: titleOf(doc.title, section),
          url: urlOf(doc.id, section.id),
        });
        const found = answer.answer;
        const text = found?.units.map((unit) => "  ".repeat(unit.level) + unit.text).join("\n");
        const dates = found && {
          effective_from: (await datesOf(found.doc.id, calls)).effective_from,
          coming: found.coming?.effective_from ?? null,
        };
        return {
          outcome: answer.outcome,
          answer: found && { ...named(found), text, ...dates },
          sources: answer.sources.map(named),
        };
      },
    },
  ];
}

/** The same for a section that does not exist and one that the reader may not see. */
const NOT_THERE = "There is no such section, or the user may not read it.";

async function fetchSection(
  id: string,
  calls: AssistantCalls,
  urlOf: (document_id: string, id: string) => string,
): Promise<object | Refusal | string> {
  const document_id = id.split("::", 1)[0] as string;
  const around = id === document_id ? {} : { around: id };
  const read = (version: object) =>
    calls.readDocument({ params: { document_id }, query: { ...around, limit: PASSAGES, ...version }, body: undefined });
  const part = await read({});
  if (isRefusal(part)) return MISSING.has(part.code) ? NOT_THERE : part;
  const { document, items, sections, previous_cursor, next_cursor } = part;
  const found = items.findIndex(({ chunk_id }) => chunk_id === id);
  const scope = found === -1 ? id : sections[found];
  const isAsked = (section: string | undefined) => id === document_id || section === scope;
  const sectionIn = ({ items, sections }: Part) => items.filter((_, place) => isAsked(sections[place]));
  const inSection = sectionIn(part);
  const text = textOf(inSection);
  const { effective_from, coming } = await datesOf(document_id, calls);
  const next = coming && (await read({ version: coming.version_number }));
  const isChanged = next !== null && (isRefusal(next) || textOf(sectionIn(next)) !== text);
  const metadata = {
    document_id,
    version: document.version,
    effective_from,
    // Only if the next version changes the section.
    coming: coming && isChanged ? { effective_from: coming.effective_from, note: coming.note } : null,
    // A section can have more passages than one call reads, on both sides.
    truncated:
      text.length > TEXT_MAX ||
      (previous_cursor !== null && isAsked(sections[0])) ||
      (next_cursor !== null && isAsked(sections.at(-1))),
  };
  const path = inSection[0]?.metadata.section_path ?? [];
  const title = id === document_id ? document.title : titleOf(document.title, path.at(-1) ?? null);
  return { id, title, text: beginningOf(text), url: urlOf(document_id, id), metadata };
}

type Part = Exclude<Awaited<ReturnType<AssistantCalls["readDocument"]>>, Refusal>;

const textOf = (items: Part["items"]) =>
  items.map(({ display }) => display.body_md ?? display.body_text ?? "").join("\n\n");

/** The days of a document; null if it is not there any more. */
async function datesOf(document_id: string, calls: AssistantCalls) {
  const facts = await calls.readDocumentFacts({ params: { document_id }, query: {}, body: undefined });
  return isRefusal(facts) ? { effective_from: null, coming: null } : facts;
}

/** Not cut between the halves of a character: parsers of JSON refuse half of one, and with it the whole answer. */
function beginningOf(text: string): string {
  const cut = text.slice(0, TEXT_MAX);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

const MISSING: ReadonlySet<string> = new Set(["DOCUMENT_NOT_FOUND", "CHUNK_NOT_FOUND"]);

function titleOf(document: string, section: { label?: string | null; title?: string | null } | null): string {
  const name = [section?.label, section?.title].filter(Boolean).join(" ");
  return name === "" || name === document ? document : `${document} / ${name}`;
}

/** A refusal for the model, which reads English. */
export function refusalText(refused: Refusal | string): string {
  return typeof refused === "string" ? refused : sentenceOf(refused.problems, "en");
}
