import { readerOf } from "@retrieval/core";
import { isRefusal } from "@retrieval/core/errors";
import type { FindDeps } from "@retrieval/core/use-cases";
import type { Request } from "express";
import type { AppDeps } from "../deps.js";
import type { CallerSession } from "../routing/authenticate.js";
import { reportsMismatch } from "./access-mismatch.js";

/** What one search needs; its time begins now. */
export function findDeps(req: Request, { finding, metrics }: Pick<AppDeps, "finding" | "metrics">): FindDeps {
  const { startDeadline, ...parts } = finding;
  return { ...parts, deadline: startDeadline(), onAccessMismatch: reportsMismatch(req, { metrics }) };
}

/** Reads the caller again, by the check of the request's start: active, and neither signed out nor the token revoked. */
export function currentReaderOf({ again }: CallerSession) {
  return async () => {
    const now = await again();
    return isRefusal(now) ? null : readerOf(now.user);
  };
}
