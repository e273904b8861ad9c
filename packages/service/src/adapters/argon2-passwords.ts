import { hash } from "@node-rs/argon2";
import type { HashPassword } from "@retrieval/core/ports";

/** argon2id (the library's default variant) with OWASP's smallest recommended cost. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes on libuv's thread pool, several at a time. */
export const hashPassword: HashPassword = (password) => hash(password, COST);
