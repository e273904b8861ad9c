import { createServer } from "node:net";

/**
 * Checks whether a server could listen there now. Connections in between are closed without an answer.
 *
 * @throws the system's error, as a server would: EADDRINUSE, for example
 */
export async function tryListening({ host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  const probe = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
