import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** How a command reaches a running demo. */
export interface DemoConnection {
  readonly url: string;
  /** The secret shared with its sample portal. */
  readonly portal_url: string;
  readonly admin_user_id: string;
  /** The id of its process, in its own PID namespace. */
  readonly pid: number;
  readonly secret: string;
}

const CONNECTION_FILE = "demo.json";
export const DEMO_SECRET_FILE = "sso-shared-secret";

/** Records a running demo in its DATA_DIR, which only its owner can enter. */
export async function writeDemoConnection(
  dataDir: string,
  { url, portal_url, admin_user_id, pid }: Omit<DemoConnection, "secret">,
): Promise<void> {
  const text = `${JSON.stringify({ url, portal_url, admin_user_id, pid })}\n`;
  await writeFile(join(dataDir, CONNECTION_FILE), text, { mode: 0o600 });
}

/** The demo that runs, or ran last, on this DATA_DIR; null if there was none. */
export async function readDemoConnection(dataDir: string): Promise<DemoConnection | null> {
  try {
    const connection = JSON.parse(await readFile(join(dataDir, CONNECTION_FILE), "utf8")) as DemoConnection;
    return { ...connection, secret: (await readFile(join(dataDir, DEMO_SECRET_FILE), "utf8")).trim() };
  } catch {
    return null;
  }
}
