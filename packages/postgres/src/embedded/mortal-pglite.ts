import { PGlite } from "@electric-sql/pglite";

/** The functions of PGlite's WebAssembly module that its loop calls, under PGlite's names. */
interface Engine {
  _PostgresMainLoopOnce(): void;
  _PostgresMainLongJmp(): void;
  _PostgresSendReadyForQueryIfNecessary(): void;
  _pgl_pq_flush(): void;
  stackRestore(pointer: unknown): void;
}

/**
 * PGlite that can die. If PostgreSQL aborts (PANIC, because the write-ahead log cannot grow on a full disk), its
 * module aborts, and PGlite's loop would call the dead module forever and block the whole process.
 *
 * Here the current statement fails, as if the connection was lost, and the caller reopens the directory.
 */
export class MortalPGlite extends PGlite {
  #death: Error | null = null;
  #told = false;

  static async open(directory: string): Promise<MortalPGlite> {
    const pglite = new MortalPGlite(directory);
    await pglite.waitReady;
    pglite.#guard(pglite.mod as unknown as Engine);
    return pglite;
  }

  /** Why it died; null while it lives. */
  get death(): Error | null {
    return this.#death;
  }

  /** A dead one fails once, which ends the connection; no caller waits for anything sent after that. */
  override execProtocolStream(
    ...sent: Parameters<PGlite["execProtocolStream"]>
  ): ReturnType<PGlite["execProtocolStream"]> {
    return this.#told ? Promise.resolve([]) : super.execProtocolStream(...sent);
  }

  #guard(engine: Engine): void {
    const refuse = (): never => {
      this.#told = true;
      throw this.#death;
    };
    const guarded = (work: () => void) => () => {
      try {
        work();
      } catch (error) {
        // PostgreSQL's own jumps and exits carry a status.
        if (typeof (error as { status?: unknown } | null)?.status === "number") throw error;
        this.#death = new Error("Connection terminated: the embedded database gave itself up", { cause: error });
        // The loop swallows what a step throws, so the calls around it end the loop.
        const end = { stackRestore: refuse, _PostgresSendReadyForQueryIfNecessary: refuse, _pgl_pq_flush: refuse };
        Object.assign(engine, { _PostgresMainLoopOnce: refuse, ...end });
        refuse();
      }
    };
    engine._PostgresMainLoopOnce = guarded(engine._PostgresMainLoopOnce);
    engine._PostgresMainLongJmp = guarded(engine._PostgresMainLongJmp);
  }
}
