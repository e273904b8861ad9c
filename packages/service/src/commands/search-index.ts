import { openDatabase, PostgresIndexSource } from "@retrieval/postgres";
import { pino } from "pino";
import { isolatedTermVectors, REINDEXING_LIMITS } from "../adapters/isolated-term-vectors.js";
import type { RemoteIndexes } from "../search-index/remote/remote-indexes.js";
import type { Environment } from "../settings/reader.js";
import { readSettings } from "../settings/settings.js";
import { say } from "../texts/say.js";
import { composeRemoteIndexes } from "../wiring/engine.js";
import { findEmbeddedModel, meaningModelOf } from "../wiring/meaning-model.js";

/**
 * `retrieval index rebuild`: a new index in OpenSearch, beside the one that the instances go on using.
 *
 * @param print told how far it is
 */
export function rebuildIndex(env: Environment, print: (text: string) => void): Promise<void> {
  return withIndexes(env, async (indexes) => {
    const { name, revisions } = await indexes.rebuild((sent) => print(say("{n} versions sent\n", { n: sent })));
    print(
      say(
        "The index {name} has all {n} versions in force, and is in use. Instances take it with the next change of a document, or when they start. The one before is deleted a day after its last use.\n",
        { name, n: revisions },
      ),
    );
  });
}

/** `retrieval index check`: compares the index in use with the database, and mends it. */
export function checkIndex(env: Environment, print: (text: string) => void): Promise<void> {
  return withIndexes(env, async (indexes) => {
    const drift = await indexes.checkInUse();
    if (drift === null) throw new Error(say("An instance is indexing now: try again when it has finished."));
    const { name, revisions, wrong } = drift;
    const has = say("The index {name} has {n} versions.", { name, n: revisions });
    if (wrong.length === 0) return print(`${has} ${say("All have all their sections.\n")}`);
    print(`${has} ${say("{n} lacked sections or had too many, and were sent again.\n", { n: wrong.length })}`);
  });
}

async function withIndexes(env: Environment, work: (indexes: RemoteIndexes) => Promise<void>): Promise<void> {
  const settings = readSettings(env);
  const { embedded } = await findEmbeddedModel(settings, () => undefined);
  const model = meaningModelOf(settings, embedded);
  const database = await openDatabase({ ...settings.database, onConnectionError: () => undefined });
  const stopping = new AbortController();
  try {
    const source = new PostgresIndexSource(database.db, isolatedTermVectors(REINDEXING_LIMITS), {
      meaning: model?.stored ?? null,
    });
    const logger = pino({ level: "silent" });
    const clock = { now: () => Date.now() };
    const parts = { database, source, model, clock, logger, stopping: stopping.signal };
    const remote = composeRemoteIndexes(settings, parts);
    if (remote === null)
      throw new Error(
        say("SEARCH_URL is not set: each instance has the index in itself, and builds it when it starts."),
      );
    await work(await remote());
  } finally {
    stopping.abort();
    await embedded?.stop();
    await database.close();
  }
}
