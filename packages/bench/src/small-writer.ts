import { startModelServer, type TestServer } from "@retrieval/contract/model-server";
import { JUDGE_INSTRUCTIONS, verbatim } from "./entailment-judges.js";

/** A server with OpenAI's chat completions that is no model: it copies, or lies in every nth sentence. */
export interface SmallWriter {
  readonly server: TestServer;
  readonly lies: {
    readonly told: number;
    /** The texts that are false. Of the other lies, the quote or its source is. */
    readonly texts: ReadonlySet<string>;
  };
}

interface Passage {
  readonly source: number;
  readonly text: string;
}

type Draft = { readonly text: string; readonly source: number; readonly quote: string };

/** One way to lie after the other. */
const LIES: readonly ((draft: Draft) => Draft)[] = [
  (draft) => ({ ...draft, text: draft.text.replace(/[0-9](?=[^0-9]*$)/, (digit) => String((Number(digit) + 1) % 10)) }),
  (draft) => ({ ...draft, text: `${draft.text.replace(/[。.]$/, "")}ということはない。` }),
  (draft) => ({ ...draft, text: `全額99,999円。${draft.text}` }),
  (draft) => ({ ...draft, quote: `${draft.quote.slice(0, -4)}とは限らない` }),
  (draft) => ({ ...draft, source: draft.source + 1 }),
];

/** How many sentences of a passage it copies. */
const SENTENCES = 3;

/** @param lying every how many sentences are lies; 0: none */
export async function startSmallWriter(lying: number): Promise<SmallWriter> {
  const lies = { told: 0, texts: new Set<string>() };
  let drafts = 0;
  const drafted = (draft: Draft): Draft => {
    drafts += 1;
    if (lying === 0 || drafts % lying !== 0) return draft;
    const lie = (LIES[(drafts / lying) % LIES.length] as (typeof LIES)[number])(draft);
    if (lie.text !== draft.text) lies.texts.add(lie.text);
    if (lie.text !== draft.text || lie.source !== draft.source || lie.quote !== draft.quote) lies.told += 1;
    return lie;
  };
  const server = await startModelServer(async ({ body }, response) => {
    const [instructions = "", asked = ""] = (body.messages as { content: string }[]).map(({ content }) => content);
    const content = instructions === JUDGE_INSTRUCTIONS ? await judged(asked) : written(asked, drafted);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: null }] })}\n\n`);
    response.end("data: [DONE]\n\n");
  });
  return { server, lies };
}

/** A whole sentence. Half of a long one may lack the "not" of the other half. */
const SENTENCE = /(?<=^|\n|。|\. )[^\n。|]{12,200}?(?:。|\.(?=\s|$))/g;

/** The first whole sentences of the passages. */
function written(asked: string, drafted: (draft: Draft) => Draft): string {
  const passages = asked
    .split("\n")
    .filter((line) => line.startsWith('{"source":'))
    .map((line) => JSON.parse(line) as Passage);
  const drafts = passages.flatMap(({ source, text }) =>
    [...text.matchAll(SENTENCE)]
      .slice(0, SENTENCES)
      .map(([quote]) => drafted({ text: quote.trim(), source, quote: quote.trim() })),
  );
  return drafts.map((draft) => `${JSON.stringify(draft)}\n`).join("");
}

async function judged(asked: string): Promise<string> {
  const [claim = "", ...premise] = asked.replace("Claim: ", "").split("\n\nPremise: ");
  return (await verbatim.entails(premise.join(), claim)) ? "yes" : "no";
}
