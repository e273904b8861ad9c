import { isObject } from "@retrieval/core/limits";
import { isModelFailure, type ModelFailure } from "@retrieval/core/ports";
import { askJson, parseJson } from "./http/ask-json.js";
import { failureOfStatus } from "./http/failure-of-status.js";
import { modelServer, type ServerSettings } from "./http/model-server.js";

/** What a model is asked; texts of documents are in `data` only. */
interface Ask {
  readonly instructions: string;
  /** Absent: it is among the data. */
  readonly question?: string;
  readonly data: string;
}

export interface ChatSettings extends ServerSettings {
  /** The time limit of one request in milliseconds; default 30 seconds. */
  readonly attemptMs?: number;
}

/** What an answer MUST be: `{"units": [3, 7]}`, a list with a name. */
interface Form {
  readonly name: string;
  /** The type of its entries in JSON Schema. */
  readonly type: "integer" | "string";
}

/** Asks a model for a list. Its entries are not checked. */
type Chat = (ask: Ask, signal: AbortSignal) => Promise<readonly unknown[] | ModelFailure>;

/** The form's answers are short, but some models send their reasoning with them. */
const REPLY_BYTES = 1024 * 1024;

/**
 * The chat completions of OpenAI's API, which most servers have: POST {url}/chat/completions, in one piece, in a form
 * that the server holds the model to (`response_format`).
 */
export function createChat(settings: ChatSettings, { name, type }: Form): { model: string; host: string; ask: Chat } {
  const { attemptMs = 30_000 } = settings;
  const server = modelServer(settings);
  const { model, host } = server;
  const url = `${server.base}/chat/completions`;
  const properties = { [name]: { type: "array", items: { type } } };
  const schema = { type: "object", properties, required: [name], additionalProperties: false };
  const response_format = { type: "json_schema", json_schema: { name, strict: true, schema } };
  let takesTemperature = true;

  const send = (body: object, signal: AbortSignal) =>
    askJson(server, url, body, { signal, attemptMs, bytes: REPLY_BYTES });

  async function reply(ask: Ask, signal: AbortSignal) {
    const body = { model, messages: messagesOf(ask), response_format };
    if (!takesTemperature) return send(body, signal);
    const first = await send({ ...body, temperature: 0 }, signal);
    // OpenAI's reasoning models refuse a temperature.
    if (!isModelFailure(first) || first.failed !== "refused" || first.status !== 400) return first;
    const plain = await send(body, signal);
    if (isModelFailure(plain)) return first;
    takesTemperature = false;
    return plain;
  }

  return {
    model,
    host,
    ask: async (ask, signal) => {
      const outcome = await reply(ask, signal);
      return isModelFailure(outcome) ? outcome : listIn(outcome.done, name);
    },
  };
}

function messagesOf({ instructions, question, data }: Ask): readonly object[] {
  return [
    { role: "system", content: instructions.toWellFormed() },
    { role: "user", content: (question === undefined ? data : `${question}\n\n${data}`).toWellFormed() },
  ];
}

/** The list that the model wrote in a chat completion. */
function listIn(completion: unknown, name: string): readonly unknown[] | ModelFailure {
  if (!isObject(completion)) return malformed;
  const failure = failureIn(completion);
  if (failure) return failure;
  const [choice] = Array.isArray(completion.choices) ? (completion.choices as readonly unknown[]) : [];
  const message = isObject(choice) ? choice.message : null;
  const content = isObject(message) ? message.content : null;
  const written = typeof content === "string" ? parseJson(content) : null;
  const list = isObject(written) && Object.keys(written).length === 1 ? written[name] : null;
  return Array.isArray(list) ? list : malformed;
}

/** Some gateways send an error with status 200. */
function failureIn(completion: Readonly<Record<string, unknown>>): ModelFailure | null {
  // vLLM sent the error itself, others send it as `error`.
  const error = completion.object === "error" ? completion : completion.error;
  if (error === undefined || error === null) return null;
  const { code, message } = isObject(error) ? error : {};
  const isStatus = typeof code === "number" && Number.isInteger(code) && code >= 400 && code <= 599;
  return isStatus ? failureOfStatus(code, String(message)) : { failed: "refused" };
}

export const malformed: ModelFailure = { failed: "malformed" };
