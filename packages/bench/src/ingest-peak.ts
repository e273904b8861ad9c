import { readFileSync } from "node:fs";
import { structureDocument } from "@retrieval/core";
import { readerOf } from "@retrieval/ingest";
import { mediaTypeOf } from "./corpus.js";

// One file in a process of its own, whose memory is then known.
const [file = ""] = process.argv.slice(2);
const media_type = mediaTypeOf(file) as string;
const begun = performance.now();
const { tree } = await readerOf(media_type).read(media_type, readFileSync(file));
const chunks = structureDocument({ document_id: "d", title: "d" }, tree);
const seconds = (performance.now() - begun) / 1000;
const megabytes = process.resourceUsage().maxRSS / 1024;
console.log(`${chunks.length} chunks in ${seconds.toFixed(1)} s, at most ${megabytes.toFixed(0)} MB resident`);
