import type { FindDeps } from "@retrieval/core/use-cases";
import type { Request } from "express";
import type { AppDeps } from "../deps.js";
import { reportsMismatch } from "./access-mismatch.js";

/** What one search needs; its time begins now. */
export function findDeps(req: Request, { finding, metrics }: Pick<AppDeps, "finding" | "metrics">): FindDeps {
  const { startDeadline, ...parts } = finding;
  return { ...parts, deadline: startDeadline(), onAccessMismatch: reportsMismatch(req, { metrics }) };
}
