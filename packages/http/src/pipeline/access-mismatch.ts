import type { Request } from "express";

/** Logs that form 2 of the access rule let something through that form 1 forbids (DESIGN, "One rule, two forms"). */
export function logsMismatch(req: Request): (document_id: string, user_id: string) => void {
  return (document_id, user_id) =>
    req.log.error(
      { document_id, user_id },
      "the database let a row through that the access rule forbids; it was dropped",
    );
}
