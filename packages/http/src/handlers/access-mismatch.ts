import type { Request } from "express";
import type { AppDeps } from "../deps.js";

/** Logs and counts that form 2 of the access rule let something through that form 1 forbids (docs/decisions/0001). */
export function reportsMismatch(
  req: Request,
  { metrics }: Pick<AppDeps, "metrics">,
): (document_id: string, user_id: string) => void {
  return (document_id, user_id) => {
    metrics.count("access-mismatched", {});
    req.log.error(
      { document_id, user_id },
      "the database let a row through that the access rule forbids; it was dropped",
    );
  };
}
