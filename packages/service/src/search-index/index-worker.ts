import { parentPort } from "node:worker_threads";
import { createEngine } from "./engine.js";
import { IndexHost } from "./index-host.js";
import type { FromIndex, ToIndex } from "./messages.js";

const host = new IndexHost(createEngine(), (reply: FromIndex) => parentPort?.postMessage(reply));
parentPort?.on("message", (message: ToIndex) => host.receive(message));
