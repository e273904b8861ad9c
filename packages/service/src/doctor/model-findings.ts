import { isModelFailure, type ModelFailure } from "@retrieval/core/ports";
import { createReranker, createUnitChooser, isPrivateHost } from "@retrieval/models";
import type { ModelRole, ModelSettings, Settings } from "../settings/settings.js";
import { type PlainText, say } from "../texts/say.js";
import { MODEL_WITHIN } from "../wiring/engine.js";
import { embedderOf } from "../wiring/meaning-model.js";
import { serverOf } from "../wiring/model-server.js";
import { type Finding, found, note, ok } from "./finding.js";

/** A model that is still being loaded needs longer for its first answer. */
const ANSWER_WITHIN = 20_000;

/** Calls each model with a text of our own. */
export async function modelFindings({
  answerModel,
  embeddingModel,
  rerankModel,
  MODELS_FOR_RESTRICTED,
}: Pick<Settings, "answerModel" | "embeddingModel" | "rerankModel" | "MODELS_FOR_RESTRICTED">): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (answerModel !== null) {
    const { choose } = createUnitChooser(serverOf(answerModel));
    const said = (model: string) => say("{model} chooses answers", { model });
    findings.push(await called(answerModel, ANSWER, (signal) => choose(UNITS, signal), said));
  }
  if (embeddingModel !== null) {
    const { embed } = embedderOf(embeddingModel);
    const said = (model: string, vectors: readonly Float32Array[]) =>
      say("{model} answers vectors of {dimensions} dimensions", { model, dimensions: vectors[0]?.length ?? 0 });
    findings.push(await called(embeddingModel, EMBEDDING, (signal) => embed("query", [QUESTION], signal), said));
  }
  if (rerankModel !== null) {
    const { rerank } = createReranker(serverOf(rerankModel));
    const said = (model: string) => say("{model} orders passages", { model });
    findings.push(await called(rerankModel, RERANK, (signal) => rerank(QUESTION, PASSAGES, signal), said));
  }
  const models = [answerModel, embeddingModel, rerankModel].filter((model) => model !== null);
  const urls = new Map(models.map(({ url }) => [new URL(url).host, url]));
  for (const url of urls.values()) findings.push(sentOut(url, MODELS_FOR_RESTRICTED));
  return findings;
}

const QUESTION = "Which colour has the sky?";
const PASSAGES = ["The sky is blue.", "A dog barks."];
const UNITS = {
  instructions: 'Answer with the numbers of the units that answer the question, in the form {"units": [1]}.',
  question: QUESTION,
  data: PASSAGES.map((text, i) => JSON.stringify({ unit: i + 1, section: 1, text })).join("\n"),
};

async function called<Answer>(
  { model, url }: ModelSettings,
  purpose: Purpose,
  call: (signal: AbortSignal) => Promise<Answer | ModelFailure>,
  said: (named: string, answer: Answer) => string,
): Promise<Finding> {
  const named = say("the model {model} at {host}", { model, host: new URL(url).host });
  const answer = await call(AbortSignal.timeout(ANSWER_WITHIN));
  if (isModelFailure(answer)) return failing(named, answer, purpose);
  const { within } = purpose;
  const answers = said(named, answer);
  // The first call may have loaded the model; a search waits for one like the second.
  if (within === null || !isModelFailure(await call(AbortSignal.timeout(within)))) return found("ok", answers);
  return note(
    "{answers}, but not within the {within} ms that a search waits: searches go on without it",
    "Use a smaller or nearer model.",
    { answers, within },
  );
}

interface Purpose {
  /** What its settings begin with. */
  readonly name: ModelRole;
  /** How long a search waits for it, in milliseconds; null: none does. */
  readonly within: number | null;
  readonly malformed: PlainText;
  readonly meanwhile: PlainText;
}

const ANSWER: Purpose = {
  name: "ANSWER",
  within: null,
  malformed: "answers something else than JSON in the form that it is asked for (response_format)",
  meanwhile: "Until then the words of a question choose the answer.",
};
const EMBEDDING: Purpose = {
  name: "EMBEDDING",
  within: MODEL_WITHIN.embed,
  malformed: "answers something else than vectors",
  meanwhile: "Until then search is by words.",
};

const RERANK: Purpose = {
  name: "RERANK",
  within: MODEL_WITHIN.rerank,
  malformed: "answers something else than scores",
  meanwhile: "Until then searches are ordered without it.",
};

function failing(named: string, failure: ModelFailure, purpose: Purpose): Finding {
  const said = failure.failed === "malformed" ? purpose.malformed : SAID[failure.failed];
  return found(
    "wrong",
    `${named} ${say(said)}${statusOf(failure)}`,
    `${mendOf(failure, purpose)} ${say(purpose.meanwhile)}`,
  );
}

const SAID: Record<Exclude<ModelFailure["failed"], "malformed">, PlainText> = {
  unreachable: "cannot be reached",
  timeout: "does not answer in time",
  refused: "refuses the call",
  overloaded: "takes no call now: too many, or the model is still loading",
  too_long: "takes no text of this length",
};

const statusOf = ({ status }: ModelFailure) => (status === undefined ? "" : say(" (status {status})", { status }));

function mendOf({ failed, status }: ModelFailure, { name }: Purpose): string {
  if (status === 401 || status === 403) return say("Check {name}_KEY.", { name });
  if (failed === "refused") return say("Check {name}_MODEL, and that {name}_URL ends in /v1.", { name });
  if (failed === "overloaded" || failed === "timeout") return say("Try again in a minute, or use a smaller model.");
  return say("Check {name}_URL, the server, and the network between them.", { name });
}

function sentOut(url: string, modelsForRestricted: boolean): Finding {
  const { host } = new URL(url);
  if (isPrivateHost(url))
    return ok("{host} is in your own network: passages of every document may be sent there", { host });
  if (!modelsForRestricted)
    return ok("{host} is outside your network: only passages of documents that are open to every user are sent there", {
      host,
    });
  return note(
    "{host} is outside your network, and passages of restricted documents are sent there too",
    "If that is not intended, unset MODELS_FOR_RESTRICTED.",
    { host },
  );
}
