import type { IndexSource } from "@retrieval/core/ports";
import { type Database, PostgresBuildTurns } from "@retrieval/postgres";
import type { Logger } from "pino";
import { indexHeapMegabytes } from "../search-index/heap-limit.js";
import { IndexKeeper } from "../search-index/index-keeper.js";
import { INDEX_WORKER, IndexThread } from "../search-index/index-thread.js";
import { systemTiming } from "../search-index/timing.js";

/** Wires the index of sections. Its thread starts when the keeper does. */
export function composeIndex(source: IndexSource, database: Database, logger: Logger): IndexKeeper {
  return new IndexKeeper({
    source,
    turns: new PostgresBuildTurns(database),
    open: (onLost) => new IndexThread({ script: INDEX_WORKER, heap_megabytes: indexHeapMegabytes(), onLost }),
    timing: systemTiming,
    logger,
  });
}
