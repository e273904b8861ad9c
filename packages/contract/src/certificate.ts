import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * Makes a self-signed certificate that is valid for 365 days, by openssl: Node cannot make certificates.
 *
 * @param more options of openssl req
 * @returns the paths of the two files
 */
export async function makeCertificate(
  folder: string,
  name: string,
  more: readonly string[] = [],
): Promise<{ cert: string; key: string }> {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const named = ["-subj", "/CN=localhost", "-days", "365", "-out", cert, "-keyout", key];
  await promisify(execFile)("openssl", [...made, ...named, ...more]);
  return { cert, key };
}
