import { Connection } from "./keep-alive-connection.js";

/** As many connections as a proxy keeps open to one instance, and more than the database's pool has. */
const CONNECTIONS = 16;

/**
 * Sends the requests in turn over keep-alive connections, each as soon as its connection has its answer, until `enough`
 * returns true.
 *
 * @returns how many were answered
 * @throws Error for any answer but 200
 */
export async function load(
  port: number,
  requests: readonly Buffer[],
  enough: (sent: number) => boolean,
): Promise<number> {
  const connections = Array.from({ length: CONNECTIONS }, () => Connection.open(port));
  let sent = 0;
  try {
    await Promise.all(
      connections.map(async (connection) => {
        while (!enough(sent)) {
          const request = requests[sent % requests.length] as Buffer;
          sent += 1;
          const answer = await connection.ask(request);
          if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.body()}`);
        }
      }),
    );
    return sent;
  } finally {
    for (const connection of connections) connection.close();
  }
}

export const forMilliseconds = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  return () => performance.now() >= end;
};
