import { createHash, createHmac, pbkdf2Sync } from "node:crypto";

/** PostgreSQL's own default. */
const ITERATIONS = 4096;

/**
 * The value that PostgreSQL stores for a password (RFC 5803, with RFC 7677's SHA-256), so that the password itself is
 * never sent.
 *
 * @param salt 16 random bytes
 */
export function scramVerifier(password: string, salt: Buffer): string {
  // PostgreSQL prepares passwords by SASLprep (RFC 4013), which uses this normal form.
  const salted = pbkdf2Sync(password.normalize("NFKC"), salt, ITERATIONS, 32, "sha256");
  const hmac = (text: string) => createHmac("sha256", salted).update(text).digest();
  const storedKey = createHash("sha256").update(hmac("Client Key")).digest("base64");
  const serverKey = hmac("Server Key").toString("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}
