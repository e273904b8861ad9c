import { describe, expect, it } from "@jest/globals";
import type { DirectoryView, RevisionText, SearchHits } from "@retrieval/core/ports";
import { Directory, MemorySections, makeTermVectors, type QuestionReader } from "@retrieval/core/search";
import fc from "fast-check";
import {
  type Change,
  chunksOf,
  drawnAsk,
  drawnChange,
  drawnPhrase,
  drawnQuestion,
  MEANT,
  meaningOf,
} from "../drawn-sections.js";
import { propertyRuns } from "../property-runs.js";
import type { OpenSections } from "./section-engine.js";

type Questions = Pick<QuestionReader, "setVocabulary" | "read" | "correct">;

const UNTIL = new AbortController().signal;

/**
 * Compares an engine of sections with the one in memory, over drawn documents, rules, readers and questions. The one in
 * memory is compared with a scan over all texts in core.
 *
 * @param open an engine without texts that reads questions by `questions`
 * @param options.meaning whether the engine compares all vectors of a few sections
 */
export function drawnSectionsContract(
  name: string,
  open: (questions: Questions) => Promise<OpenSections>,
  options: { readonly runs: number; readonly meaning: boolean },
): void {
  describe(`${name} answers as the engine in memory`, () => {
    const ask = options.meaning ? drawnAsk : drawnAsk.map((one) => ({ ...one, meaning: null }));
    it("after any changes, by words, phrases and filters", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.tuple(
              fc.array(drawnChange, { maxLength: 12 }),
              fc.tuple(drawnQuestion, fc.array(drawnPhrase, { maxLength: 1 }), ask, fc.nat()),
            ),
            { minLength: 1, maxLength: 6 },
          ),
          async (steps) => {
            let asked: ReturnType<Questions["read"]> = NOTHING;
            const questions: Questions = {
              setVocabulary: () => undefined,
              read: () => asked,
              correct: (question) => ({ question, corrected: [] }),
            };
            const company = new Company([await open(questions), memory(questions)]);
            try {
              for (const [changes, [{ named, asks_more, ...question }, phrases, { reader, ...fixed }, odd]] of steps) {
                for (const change of changes) await company.apply(change);
                asked = { text: "", words: [], phrases, ...question };
                const visibility = company.directory.viewOf(reader);
                const document_ids = named.filter((document_id) => visibility.hasDocument(document_id));
                const view: DirectoryView = { visibility, namedIn: () => ({ document_ids, asks_more }) };
                const whole = { query: "", ...fixed };
                const [found, right] = await company.both((engine) => engine.search(whole, view, UNTIL));
                const { widened, ...answer } = found;
                // An engine may look for a word in a section where the one in memory looks in its parts.
                expect(wordsOf(widened)).toEqual(expect.arrayContaining(wordsOf(right.widened)));
                expect({ ...answer, widened: right.widened }).toEqual(right);
                const phrased = await company.both((engine) => engine.phraseCandidates(whole, view, UNTIL));
                expect(phrased[0]).toEqual(phrased[1]);
                const accepted = phrased[1].sections.filter((_, i) => (odd >>> (i % 31)) % 2 === 1);
                const [byPhrase, rightly] = await company.both((engine) =>
                  engine.search({ ...whole, accepted }, view, UNTIL),
                );
                expect({ ...byPhrase, widened: rightly.widened }).toEqual(rightly);
              }
            } finally {
              await company.close();
            }
          },
        ),
        { numRuns: propertyRuns(options.runs) },
      );
    });
  });
}

const wordsOf = (widened: SearchHits["widened"]) =>
  widened.flatMap(({ said, also }) => also.map((word) => `${said} ${word}`));

const NOTHING: ReturnType<Questions["read"]> = {
  ...{ text: "", terms: [], phrases: [], words: [], subjects: [], references: [] },
};

function memory(questions: Questions): Opened {
  const engine = new MemorySections(questions);
  return { engine, put: async (text) => engine.put(text) };
}

type Opened = Omit<OpenSections, "close"> & Partial<OpenSections>;

/** A directory, and two engines with the same texts. */
class Company {
  readonly directory = new Directory();
  readonly #texts = new Map<string, RevisionText>();
  #revisions = 0;

  constructor(private readonly opened: readonly [Opened, Opened]) {
    for (const { engine } of opened) engine.setVocabulary([{ said: "日当が欲しい", meant: MEANT }]);
  }

  async both<Answer>(ask: (engine: Opened["engine"]) => Answer): Promise<[Awaited<Answer>, Awaited<Answer>]> {
    const [own, right] = this.opened;
    return [await ask(own.engine), await ask(right.engine)];
  }

  async close(): Promise<void> {
    for (const { close } of this.opened) await close?.();
  }

  async apply(change: Change): Promise<void> {
    const { id: document_id } = change;
    const held = this.#texts.get(document_id);
    if (change.kind === "remove") {
      this.directory.remove(document_id);
      this.#texts.delete(document_id);
      await this.both((engine) => engine.remove(document_id));
    } else if (change.kind === "publish") {
      this.#revisions += 1;
      const revision_id = String(this.#revisions);
      this.#declare(change, revision_id);
      const vectors = makeTermVectors(change.title, chunksOf(document_id, change.title, change.chunks));
      await this.#put({ document_id, revision_id, vectors, meaning: meaningOf(change.meaning, change.chunks.length) });
    } else if (held !== undefined && change.kind === "govern") this.#declare(change, held.revision_id);
    else if (held !== undefined && change.kind === "embed") {
      // A revision gets its vectors once, for all of its parts.
      if (held.meaning === null) await this.#put({ ...held, meaning: meaningOf(change.meaning, 1) });
    }
  }

  #declare({ id, title, audience }: Extract<Change, { kind: "govern" | "publish" }>, revision_id: string): void {
    this.directory.put({ document_id: id, title, version: "1", revision_id, published_at: 0, audience });
  }

  async #put(text: RevisionText): Promise<void> {
    this.#texts.set(text.document_id, text);
    for (const { put } of this.opened) await put(text);
  }
}
