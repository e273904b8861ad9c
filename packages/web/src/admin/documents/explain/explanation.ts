import type { AccessExplanation, AccessReason } from "../answers.js";

interface Shown {
  readonly title: "why" | "ifActive" | "enough";
  readonly reasons: readonly AccessReason[];
}

/** Why a user may read a document, or what would be enough for it. It names only entries of the rule. */
export function shownReasons({ allowed, reasons, would_allow }: AccessExplanation): Shown {
  if (reasons.length > 0) return { title: allowed ? "why" : "ifActive", reasons };
  // A user cannot become another user, so the users that the rule names are left out.
  const others = would_allow.filter(({ by }) => by === "department" || by === "group");
  return { title: "enough", reasons: [{ by: "user", value: "" }, ...others] };
}
