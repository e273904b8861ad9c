import type { JsonOf } from "@retrieval/api/client";

/** The signed-in user. The pages show only a user's number and name (SPEC 1). */
export type Session = JsonOf<"readSession"> & { readonly token: string };
