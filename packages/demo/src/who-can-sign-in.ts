import { decideAccess, readerOf } from "@retrieval/core";
import type { GovernedDocument } from "@retrieval/core/ports";
import type { User } from "@retrieval/core/users";
import type { AppDeps } from "@retrieval/http";
import { type CastMember, sampleCast } from "./sample-company/index.js";

const PAGE = 1_000;

/** The users in the demo's database now, after any experiments with it. */
export interface SignInFacts {
  readonly active_users: number;
  readonly documents: number;
  /** The cast members who can sign in, and how many documents each of them sees. */
  readonly cast: readonly (Pick<User, "user_id" | "display_name" | "role"> & { readonly sees: number })[];
}

export async function whoCanSignIn(deps: Pick<AppDeps, "users" | "documents">): Promise<SignInFacts> {
  const documents = await everyDocument(deps);
  const active = await activeUsers(deps);
  const members: readonly CastMember[] = Object.values(sampleCast);
  const cast = members.flatMap(({ user_id }) => {
    const user = active.get(user_id);
    if (user === undefined) return [];
    const sees = documents.filter(({ access_rules }) => decideAccess(readerOf(user), access_rules).allowed).length;
    return [{ user_id, display_name: user.display_name, role: user.role, sees }];
  });
  return { active_users: active.size, documents: documents.length, cast };
}

async function everyDocument({ documents }: Pick<AppDeps, "documents">): Promise<GovernedDocument[]> {
  const all: GovernedDocument[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await documents.list({ limit: PAGE, ...(last && { after: last.document_id }) });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

async function activeUsers({ users }: Pick<AppDeps, "users">): Promise<ReadonlyMap<string, User>> {
  const active = new Map<string, User>();
  let last: User | undefined;
  for (;;) {
    const page = await users.list({ limit: PAGE, ...(last && { after: last.user_id }) });
    for (const user of page) if (user.is_active) active.set(user.user_id, user);
    if (page.length < PAGE) return active;
    last = page.at(-1);
  }
}
