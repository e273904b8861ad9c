import pg from "pg";

/**
 * Ends a connection when a statement gets no answer because nobody is there any more: a cable, a paused machine. The
 * server's own time limit says nothing then, and TCP takes a quarter of an hour to notice.
 *
 * A statement that is merely slow is left to the server's limit: whether the server is there, a new connection tells.
 *
 * @param afterMs how long an answer may take before somebody looks, and then again
 */
export function endWhenServerIsSilent(client: pg.ClientBase, server: pg.ClientConfig, afterMs: number): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]): unknown => {
    const answer = send(...args);
    if (!(answer instanceof Promise)) return answer;
    let timer: NodeJS.Timeout;
    let answered = false;
    const look = async (): Promise<void> => {
      if (await isThere(server)) watch();
      else if (!answered) void (client as pg.Client).end().catch(() => undefined);
    };
    const watch = (): void => {
      if (!answered) timer = setTimeout(look, afterMs).unref();
    };
    watch();
    return answer.finally(() => {
      answered = true;
      clearTimeout(timer);
    });
  };
  client.query = watched as typeof client.query;
}

async function isThere(server: pg.ClientConfig): Promise<boolean> {
  const probe = new pg.Client(server);
  probe.on("error", () => undefined);
  try {
    await probe.connect();
    return true;
  } catch (error) {
    // "too many connections" is an answer too.
    return error instanceof pg.DatabaseError;
  } finally {
    void probe.end().catch(() => undefined);
  }
}
