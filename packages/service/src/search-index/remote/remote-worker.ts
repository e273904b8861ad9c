import { parentPort, workerData } from "node:worker_threads";
import { QuestionReader, RemoteEngine } from "@retrieval/core/search";
import {
  createClient,
  type IndexLayout,
  MissingIndexError,
  OpenSearchIndex,
  type ServerOptions,
} from "@retrieval/opensearch";
import { readEnglishWords } from "../../vocabulary/vocabulary-files.js";
import { IndexHost } from "../index-host.js";
import type { FromIndex, ToIndex } from "../messages.js";

export interface RemoteWorkerData {
  readonly servers: ServerOptions;
  readonly name: string;
  readonly layout: IndexLayout;
  /** How long a question takes at most, in milliseconds. */
  readonly within: number;
}

const { servers, name, layout, within } = workerData as RemoteWorkerData;
// So that another server may still answer in time.
const client = createClient(servers, { requestTimeout: servers.urls.length > 1 ? within / 2 : within });
const index = new OpenSearchIndex(client, name, layout);
const engine = new RemoteEngine(new QuestionReader(readEnglishWords()), index, () => AbortSignal.timeout(within));
const reply = (message: FromIndex) => parentPort?.postMessage(message);
const host = new IndexHost(engine, reply, (error) => error instanceof MissingIndexError);
parentPort?.on("message", (message: ToIndex) => host.receive(message));
