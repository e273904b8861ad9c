import { RULES_VERSION_MAX } from "@retrieval/api";
import { type Refusal, refuse } from "@retrieval/core/errors";

/** The counted version of If-Match. RFC 9110 §13.1.1: `*` overwrites any; a weak or foreign tag matches nothing. */
export function expectedVersion(header: string | undefined): { readonly version: number | null } | Refusal {
  const tag = header?.trim();
  if (!tag) return refuse("PRECONDITION_REQUIRED", { code: "if_match.missing" });
  if (tag === "*") return { version: null };
  const version = Number(tag.match(/^"([1-9][0-9]{0,9})"$/)?.[1] ?? Infinity);
  return version <= RULES_VERSION_MAX ? { version } : refuse("PRECONDITION_FAILED", { code: "if_match.unknown" });
}
