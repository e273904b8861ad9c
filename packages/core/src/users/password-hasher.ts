/** Hashes the initial passwords that an import may carry (SPEC 4.2). The service itself has no password sign-in. */
export interface PasswordHasher {
  /** A salted hash in PHC string form. MUST NOT block the event loop; calls MAY run side by side. */
  hash(password: string): Promise<string>;
}
