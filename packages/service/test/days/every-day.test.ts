import { describe, expect, it } from "@jest/globals";
import { propertyRuns } from "@retrieval/contract/property-runs";
import { inForce, standing } from "@retrieval/core/documents";
import fc from "fast-check";
import { callAs, NOW, useTestService } from "../harness.js";
import {
  dayAt,
  drawDocuments,
  isForReaders,
  type LivingDocument,
  take,
  versionOn,
  type WordedVersion,
} from "./living-documents.js";

const SEED = Number(process.env.EVERY_DAY_SEED ?? 20_270_401);
/** EVERY_DAY=2000 checks as many documents on each day of three years; it takes hours. */
const IS_WHOLE = process.env.EVERY_DAY !== undefined;
const DAYS = 3 * 365;
const DOCUMENTS = Number(process.env.EVERY_DAY ?? 30);
const HOST = "documents.example.com";

/** How many documents are looked at through every door on a day, beside the lists and searches of many. */
const LOOKS = IS_WHOLE ? 2 : 5;

/** Every day, or some of them with the day after. */
const days = IS_WHOLE
  ? Array.from({ length: DAYS }, (_, i) => i)
  : fc
      .sample(fc.integer({ min: 1, max: DAYS - 2 }), { numRuns: 10, seed: SEED })
      .flatMap((day) => [day, day + 1])
      .sort((a, b) => a - b);

/** Documents of which some steps are still to be taken, and the users who look at them. */
function useCompany(drawn: readonly LivingDocument[]) {
  const t = useTestService({
    env: {
      ...{ LOG_LEVEL: "error", MCP: "true", PUBLIC_URL: `https://${HOST}/`, TRUST_PROXY: "loopback" },
      // On a busy machine a search takes longer than usual.
      ...{ RATE_LIMIT_READS: "1000000", SEARCH_TIMEOUT_MS: "30000" },
    },
  });
  let before = -1;
  return {
    t,
    documents: drawn,
    tokens: { admin: "", reader: "", stranger: "" },
    /** Moves the clock, and takes the steps of the days since it was moved. @returns the documents that they were for */
    async moveTo(nth: number): Promise<LivingDocument[]> {
      t.clock.seconds = NOW + nth * 86_400;
      await t.service.days.keepToday();
      this.tokens.admin = await t.signedIn("000001", { role: "admin" });
      this.tokens.reader = await t.signedIn("100001", { permission_groups: ["staff"] });
      this.tokens.stranger = await t.signedIn("100002", { permission_groups: ["other"] });
      const touched: LivingDocument[] = [];
      for (const document of drawn) {
        const steps = document.steps.filter(({ at }) => at > before && at <= nth);
        for (const step of steps) await take(t, this.tokens.admin, document, step, dayAt(nth));
        if (steps.length > 0) touched.push(document);
      }
      before = nth;
      // Only the last day's answers are compared with what the API documents.
      t.answers.length = 0;
      return touched;
    },
  };
}

describe(`the version in force of ${DOCUMENTS} documents (seed ${SEED})`, () => {
  const company = useCompany(drawDocuments(DOCUMENTS, DAYS, SEED));
  const { t, documents, tokens } = company;
  const get = async (token: string, path: string) => (await callAs(t, token, "get", path)).body;
  const post = async (token: string, path: string, body: object) => (await callAs(t, token, "post", path, body)).body;

  /** The words in the titles that a list has, by document_id, page by page. */
  const listed = async (token: string, path: string) => {
    const found: Record<string, string> = {};
    for (let cursor: string | null = ""; cursor !== null; ) {
      const body = await get(token, `${path}?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      for (const { document_id, title } of body.items) found[document_id] = wordIn(title);
      cursor = body.next_cursor;
    }
    return found;
  };
  /** The words of the texts that a search of at most 100 documents finds, by document_id. */
  const searched = async (among: readonly LivingDocument[]) => {
    const doc_ids = among.map(({ document_id }) => document_id);
    const asked = { query: "共通の定め", limit: 100, answer: false, filters: { doc_ids } };
    const { results } = await post(tokens.reader, "/api/search", asked);
    return Object.fromEntries(
      results.map(({ doc, chunk }: { doc: { id: string }; chunk: { content: string } }) => [
        doc.id,
        wordIn(chunk.content),
      ]),
    );
  };
  /** What an assistant's tool answers. */
  const used = async (token: string, name: string, given: object) => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } };
    const headers = { Host: HOST, Accept: "application/json, text/event-stream" };
    const { text } = await callAs(t, token, "post", "/mcp", body, headers);
    // One event of a stream.
    const { result } = JSON.parse(text.slice(text.indexOf("{")));
    return result.isError ? null : result.structuredContent;
  };

  /** What each door shows of one document. */
  const doors = async (document: LivingDocument, assistant: string) => {
    const { document_id } = document;
    const path = `/api/documents/${document_id}`;
    const chunkId = `${document_id}::art1::paragraph-1`;
    const { reference } = await post(tokens.reader, "/api/reference", { docId: document_id, chunkId });
    const outline = await get(tokens.reader, `${path}/outline`);
    const reading = await get(tokens.reader, `${path}/chunks`);
    const fetched = await used(assistant, "fetch", { id: `${document_id}::art1` });
    const managed = await get(tokens.admin, `/api/manage/documents/${document_id}`);
    const whole = await get(tokens.admin, `${path}/history`);
    return {
      reference: reference === undefined ? null : wordIn(reference.chunk.content),
      outline: outline.title === undefined ? null : wordIn(outline.title),
      reading: reading.items === undefined ? null : wordIn(reading.items[0].content),
      fetched: fetched === null ? null : wordIn(fetched.text),
      number: managed.version_number,
      coming: managed.coming?.version_number ?? null,
      history: Object.fromEntries(
        whole.items.map(({ number, standing }: { number: number; standing: string }) => [number, standing]),
      ),
    };
  };
  /** What search, answers and assistants find of the words of a document's texts. */
  const foundWords = async (document: LivingDocument, assistant: string) => {
    const found: [word: string, results: number, isAnswer: boolean, tools: number][] = [];
    for (const { word } of document.versions) {
      const search = await post(tokens.reader, "/api/search", { query: `"${word}"`, answer: false });
      const { answer } = await post(tokens.reader, "/api/answer", { question: `共通の定め ${word}` });
      const tool = await used(assistant, "search", { query: `"${word}"` });
      found.push([word, search.results.length, JSON.stringify(answer).includes(word), tool.results.length]);
    }
    return found;
  };

  /** Checks one document at every door. */
  const lookAt = async (document: LivingDocument, today: string, assistant: string) => {
    const { document_id, versions } = document;
    const shown = inForce(document, today);
    const word = shown?.word ?? null;
    const places = versions.map((version) => [version.number, standing(version, document, today)] as const);
    const coming = versions
      .filter((version) => standing(version, document, today) === "coming")
      .reduce<WordedVersion | null>(
        (next, version) => (next === null || version.effective_from < next.effective_from ? version : next),
        null,
      );
    expect([today, document_id, await doors(document, assistant)]).toEqual([
      today,
      document_id,
      {
        ...{ reference: word, outline: word, reading: word, fetched: word, number: shown?.number ?? null },
        ...{ coming: coming?.number ?? null, history: Object.fromEntries(places) },
      },
    ]);
    const words = versions.map((version) => {
      const is = version === shown;
      return [version.word, Number(is), is, Number(is)];
    });
    expect([today, await foundWords(document, assistant)]).toEqual([today, words]);
  };

  const test = async () => {
    const shown = new Set<string>();
    const began = Date.now();
    let before = new Map<LivingDocument, unknown>();
    for (const nth of days) {
      const today = dayAt(nth);
      const touched = await company.moveTo(nth);
      const now = new Map(documents.map((document) => [document, inForce(document, today)]));
      const wordsOf = (some: readonly LivingDocument[]) =>
        Object.fromEntries(
          some.flatMap((document) => {
            const word = now.get(document)?.word;
            return word === undefined ? [] : [[document.document_id, word]];
          }),
        );
      expect([today, await listed(tokens.reader, "/api/documents")]).toEqual([today, wordsOf(documents)]);
      const changed = documents.filter((document) => before.get(document) !== now.get(document));
      // Documents that changed, and the others in turn.
      const news = [...new Set([...changed, ...touched])].slice(0, 100);
      const turn = Array.from({ length: 100 }, (_, i) => documents[(nth * 100 + i) % DOCUMENTS] as LivingDocument);
      for (const some of [news, turn].filter(({ length }) => length > 0))
        expect([today, await searched(some)]).toEqual([today, wordsOf(some)]);
      const { token, token_id } = await post(tokens.reader, "/api/tokens", { name: "a", audience: "mcp", days: 1 });
      const looked = fc.sample(fc.constantFrom(...news, ...turn.slice(0, 2)), { numRuns: LOOKS, seed: SEED + nth });
      for (const document of new Set(looked)) await lookAt(document, today, token);
      await callAs(t, tokens.reader, "delete", `/api/tokens/${token_id}`).expect(204);
      for (const version of now.values()) if (version !== null) shown.add(version.word);
      before = now;
      if (IS_WHOLE && nth % 20 === 0) process.stdout.write(`${today}: ${Math.round((Date.now() - began) / 1000)} s\n`);
    }
    process.stdout.write(`${DOCUMENTS} documents, ${days.length} days: ${shown.size} versions were in force\n`);
    expect(shown.size).toBeGreaterThan(DOCUMENTS);
  };
  it("is the one of the definition at every door", test, IS_WHOLE ? 24 * 3_600_000 : undefined);
});

/** The text of each day is read by GET /api/documents/{document_id}/chunks?as_of=. */
describe("a document as of a day", () => {
  const company = useCompany(drawDocuments(20, 400, SEED + 1));
  const { t, documents, tokens } = company;

  it.each([0, 200, 400])("is its version of that day, for who may know it, on day %i", async (nth) => {
    await company.moveTo(nth);
    const today = dayAt(nth);
    const someDay = fc.integer({ min: -450, max: 850 }).map(dayAt);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...documents), someDay, async (document, day) => {
        const { document_id } = document;
        const version = versionOn(document, day);
        const hasEnded = document.abolitions.some(({ effective_on }) => effective_on <= today);
        const isNow = (is: string) => document.versions.some((each) => standing(each, document, today) === is);
        const isEnded = hasEnded && !isNow("in_force") && !isNow("coming");
        const read = async (token: string, id = document_id) => {
          const path = `/api/documents/${id}/chunks?as_of=${day}`;
          const { status, body, text } = await callAs(t, token, "get", path);
          return status === 200 ? wordIn(body.items[0].content) : { status, text };
        };
        const NONE = { status: 404, text: expect.stringContaining("version.unknown") };
        expect([day, document_id, await read(tokens.admin)]).toEqual([day, document_id, version?.word ?? NONE]);
        const isReadable = version !== null && isForReaders(version, document, today);
        const ended = { status: 410, text: expect.stringContaining("document.abolished") };
        const forReaders = isEnded ? ended : isReadable ? version.word : NONE;
        expect([day, document_id, await read(tokens.reader)]).toEqual([day, document_id, forReaders]);
        expect(await read(tokens.stranger)).toEqual(await read(tokens.stranger, "absent"));
      }),
      { seed: SEED, numRuns: propertyRuns(300) },
    );
  });
});

/** The word of a text's version. */
const wordIn = (text: string) => /q[bdfghjkmps]{6}z/.exec(text)?.[0] ?? text;
