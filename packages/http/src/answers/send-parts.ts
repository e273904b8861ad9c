import { pipeline } from "node:stream/promises";
import { UnavailableError } from "@retrieval/core/errors";
import type { Request, Response } from "express";
import type { Part } from "./answer.js";

const BROKEN_OFF = "an answer could not be sent to its end; its connection was broken off";

/**
 * Sends an answer part by part, no faster than the client takes it. Where a part fails, the connection is broken off, so
 * that the client does not take half an answer for the whole.
 */
export async function sendParts(parts: AsyncIterable<Part>, req: Request, res: Response): Promise<void> {
  if (req.method === "HEAD") {
    res.end();
    return;
  }
  try {
    await pipeline(parts, res);
  } catch (error) {
    // A client that went away is not logged.
    if ((error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE") return;
    if (error instanceof UnavailableError) req.log.warn({ reason: error.message }, BROKEN_OFF);
    else req.log.error({ err: error }, BROKEN_OFF);
  }
}
