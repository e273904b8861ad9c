import type { FindDeps } from "@retrieval/core/use-cases";
import type { Request } from "express";
import type { AppDeps, Finding } from "../deps.js";
import { reportsMismatch } from "./access-mismatch.js";

/** What one search needs; its time begins now. */
export function findDeps(
  req: Request,
  deps: Pick<AppDeps, "metrics">,
  { index, hits, startDeadline }: Finding,
): FindDeps {
  return { index, hits, deadline: startDeadline(), onAccessMismatch: reportsMismatch(req, deps) };
}
