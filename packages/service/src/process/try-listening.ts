import { createServer } from "node:net";
import type { Settings } from "../settings/settings.js";

/**
 * Checks whether a server could listen there now. Connections in between are closed without an answer.
 *
 * @throws the system's error, as a server would: EADDRINUSE, for example
 */
export async function tryListening({ HOST, PORT }: Pick<Settings, "HOST" | "PORT">): Promise<void> {
  const probe = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(PORT, HOST, () => probe.close(() => resolve()));
  });
}
