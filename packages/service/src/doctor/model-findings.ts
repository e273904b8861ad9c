import { isModelFailure, type ModelFailure } from "@retrieval/core/ports";
import { createReranker, createUnitChooser, isPrivateHost } from "@retrieval/models";
import type { EmbeddingSettings, ModelRole, ModelSettings, Settings } from "../settings/settings.js";
import { type PlainText, say } from "../texts/say.js";
import { MODEL_WITHIN } from "../wiring/engine.js";
import { embedderOf } from "../wiring/meaning-model.js";
import { serverOf } from "../wiring/model-server.js";
import { type Finding, found, note, ok } from "./finding.js";

/** A model that is still being loaded needs longer for its first answer. */
const ANSWER_WITHIN = 20_000;

/** Calls each model once, with a text of our own. */
export async function modelFindings({
  answerModel,
  embeddingModel,
  rerankModel,
  MODELS_FOR_RESTRICTED,
}: Pick<Settings, "answerModel" | "embeddingModel" | "rerankModel" | "MODELS_FOR_RESTRICTED">): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (answerModel !== null) findings.push(await chosen(answerModel));
  if (embeddingModel !== null) findings.push(await embedded(embeddingModel));
  if (rerankModel !== null) findings.push(await reranked(rerankModel));
  const models = [answerModel, embeddingModel, rerankModel].filter((model) => model !== null);
  const urls = new Map(models.map(({ url }) => [new URL(url).host, url]));
  for (const url of urls.values()) findings.push(sentOut(url, MODELS_FOR_RESTRICTED));
  return findings;
}

const namedOf = ({ model, url }: ModelSettings) =>
  say("the model {model} at {host}", { model, host: new URL(url).host });

async function chosen(settings: ModelSettings): Promise<Finding> {
  const chooser = createUnitChooser(serverOf(settings));
  const ask = {
    instructions: 'Answer with the numbers of the units that answer the question, in the form {"units": [1]}.',
    question: "Which colour has the sky?",
    data: '{"unit": 1, "section": 1, "text": "The sky is blue."}\n{"unit": 2, "section": 1, "text": "A dog barks."}',
  };
  const numbers = await chooser.choose(ask, AbortSignal.timeout(ANSWER_WITHIN));
  if (isModelFailure(numbers)) return failing(namedOf(settings), numbers, ANSWER);
  return ok("{model} chooses answers", { model: namedOf(settings) });
}

async function embedded(settings: EmbeddingSettings): Promise<Finding> {
  const text = "Travel expenses are paid monthly.";
  const vectors = await embedderOf(settings).embed("passage", [text], AbortSignal.timeout(ANSWER_WITHIN));
  if (isModelFailure(vectors)) return failing(namedOf(settings), vectors, EMBEDDING);
  const again = embedderOf(settings).embed("query", [text], AbortSignal.timeout(MODEL_WITHIN.embed));
  const answers = say("{model} answers vectors of {dimensions} dimensions", {
    model: namedOf(settings),
    dimensions: vectors[0]?.length ?? 0,
  });
  return isModelFailure(await again) ? tooSlow(answers, MODEL_WITHIN.embed) : found("ok", answers);
}

/** The first call may have loaded the model; a search waits for one like the second. */
const tooSlow = (answers: string, within: number) =>
  note(
    "{answers}, but not within the {within} ms that a search waits: searches go on without it",
    "Use a smaller or nearer model.",
    { answers, within },
  );

async function reranked(settings: ModelSettings): Promise<Finding> {
  const reranker = createReranker(serverOf(settings));
  const passages = ["The sky is blue.", "A dog barks."];
  const scores = await reranker.rerank("Which colour has the sky?", passages, AbortSignal.timeout(ANSWER_WITHIN));
  if (isModelFailure(scores)) return failing(namedOf(settings), scores, RERANK);
  const again = reranker.rerank("Which colour has the sky?", passages, AbortSignal.timeout(MODEL_WITHIN.rerank));
  const answers = say("{model} orders passages", { model: namedOf(settings) });
  return isModelFailure(await again) ? tooSlow(answers, MODEL_WITHIN.rerank) : found("ok", answers);
}

interface Purpose {
  /** What its settings begin with. */
  readonly name: ModelRole;
  readonly malformed: PlainText;
  readonly meanwhile: PlainText;
}

const ANSWER: Purpose = {
  name: "ANSWER",
  malformed: "answers something else than JSON in the form that it is asked for (response_format)",
  meanwhile: "Until then the words of a question choose the answer.",
};
const EMBEDDING: Purpose = {
  name: "EMBEDDING",
  malformed: "answers something else than vectors",
  meanwhile: "Until then search is by words.",
};

const RERANK: Purpose = {
  name: "RERANK",
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
