import { hash } from "@node-rs/argon2";
import type { PasswordHasher } from "@retrieval/core/ports";

/** argon2id (the library's default variant) with OWASP's smallest recommended cost. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes on libuv's thread pool, several at a time. */
export class Argon2Passwords implements PasswordHasher {
  hash(password: string): Promise<string> {
    return hash(password, COST);
  }
}
