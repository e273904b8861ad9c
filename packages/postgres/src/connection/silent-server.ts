import { UnavailableError } from "@retrieval/core/errors";
import pg from "pg";

/**
 * Ends a connection when a statement gets no answer for a reason that the server's own time limit does not see.
 *
 * The server is gone: a cable, a paused machine. TCP takes a quarter of an hour to notice. Or a commit waits for a
 * synchronous standby that is away: PostgreSQL then waits without limit, and no statement timeout applies. Such a
 * commit is left as it is, not cancelled: it is not acknowledged, and invisible until a standby has it. A cancelled one
 * would be visible, and a repeat that finds nothing to change would acknowledge what can still be lost.
 *
 * A slow statement is left to the server's limit: a new connection asks what the server is doing. If the server
 * repeatedly accepts that connection but does not answer, a stopped pooler is in between.
 *
 * @param afterMs how long an answer may take before the first check, and between checks
 */
export function endWhenServerIsSilent(client: pg.ClientBase, server: pg.ClientConfig, afterMs: number): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  let unanswered = 0;
  /** Since when the oldest of them waits, or the last answer came. */
  let since = 0;
  let watching = false;
  /** How many checks in a row got no answer. */
  let silentLooks = 0;
  // Also holds for what comes after: the rollback of what could not be committed.
  let waitsForStandby = false;

  // One timer for many statements: most are answered long before it fires, and a timer each would cost more than that.
  const watch = (forMs: number): void => {
    watching = true;
    setTimeout(look, forMs).unref();
  };
  const look = async (): Promise<void> => {
    const silentFor = performance.now() - since;
    if (unanswered > 0 && silentFor < afterMs) return watch(afterMs - silentFor);
    const begun = since;
    const seen = unanswered > 0 ? await lookFromOutside(client, server) : "works";
    watching = false;
    if (unanswered === 0) return;
    silentLooks = seen === "silent" && since === begun ? silentLooks + 1 : 0;
    if (since !== begun || seen === "works" || (seen === "silent" && silentLooks < SILENT_LOOKS)) return watch(afterMs);
    waitsForStandby = seen === "waits for a standby";
    void (client as pg.Client).end().catch(() => undefined);
    // The end alone would wait for the answers to what is sent.
    (client as pg.Client).connection.stream.destroy();
  };
  const answered = (): void => {
    unanswered -= 1;
    since = performance.now();
  };

  const watched = (...args: unknown[]): unknown => {
    const answer = send(...args);
    if (!(answer instanceof Promise)) return answer;
    if (unanswered === 0) since = performance.now();
    unanswered += 1;
    if (!watching) watch(afterMs);
    return answer.then(
      (result) => {
        answered();
        return result;
      },
      (error) => {
        answered();
        throw waitsForStandby ? new UnavailableError(WAITS_FOR_STANDBY, { cause: error }) : error;
      },
    );
  };
  client.query = watched as typeof client.query;
}

const WAITS_FOR_STANDBY =
  "The database server waits for a standby before it answers a commit (synchronous_standby_names), and none is there.";

async function lookFromOutside(
  client: pg.ClientBase,
  server: pg.ClientConfig,
): Promise<"works" | "silent" | "waits for a standby" | "away"> {
  const probe = new pg.Client({ ...server, query_timeout: LOOK_MS });
  probe.on("error", () => undefined);
  try {
    await probe.connect();
    const { processID } = client as { processID?: number };
    const asked = probe.query<{ waits: boolean }>(
      "SELECT wait_event = 'SyncRep' AS waits FROM pg_stat_activity WHERE pid = $1",
      [processID],
    );
    // Where the server does not permit this, the statement counts as slow.
    const answer = await asked.catch((error) => (error instanceof pg.DatabaseError ? { rows: [] } : null));
    if (answer === null) return "silent";
    return answer.rows[0]?.waits ? "waits for a standby" : "works";
  } catch (error) {
    // "too many connections" is an answer too.
    return error instanceof pg.DatabaseError ? "works" : "away";
  } finally {
    void probe.end().catch(() => undefined);
  }
}

/** How long the server may take to say what a session waits for, in milliseconds. */
const LOOK_MS = 2_000;
/** A server may be that slow now and then under load, but not every time. */
const SILENT_LOOKS = 3;
