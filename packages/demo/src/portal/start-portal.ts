import { createServer } from "@retrieval/http";
import { listen } from "@retrieval/service";
import type { Logger } from "pino";
import { firstFree } from "../free-ports.js";
import { inLanguage } from "../in-language.js";
import { type OpenSearch, searchOpener } from "./open-search.js";
import { createPortal } from "./portal.js";
import { PortalUsers } from "./users.js";

export interface RunningPortal {
  readonly port: number;
  readonly origin: string;
  /** Tells the portal that the document search runs. Until then the portal says that it does not answer. */
  connect(service: { url: string; secret: string }): void;
  finish(): Promise<void>;
}

/** For this machine only: a visitor of the portal can log in as any of its users. */
const HOST = "127.0.0.1";
const LIMITS = { headersTimeout: 15_000, requestTimeout: 30_000 };

/**
 * Starts the sample company's portal. It listens before the service does, because the service must know its origin.
 *
 * @param ports tried in this order
 */
export async function startPortal({ ports }: { ports: readonly number[] }, logger: Logger): Promise<RunningPortal> {
  let service: { origin: string; open: OpenSearch } | null = null;
  const portal = createPortal({
    users: new PortalUsers(),
    openSearch: async (user_id, language) => service?.open(user_id, language) ?? { ok: false, problem: "away" },
    searchOrigin: () => service?.origin ?? null,
    logger,
  });
  const listenAt = (port: number) => listen(createServer(portal, { limits: LIMITS }), { HOST, PORT: port }, logger);
  const { port, finish } = await firstFree(ports, listenAt).catch((error) => {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new Error(
      inLanguage(
        `The sample portal cannot listen at ${HOST}:${ports[0]}, which PORTAL_PORT names: it is taken.`,
        `PORTAL_PORT で指定された ${HOST}:${ports[0]} は使用中のため、サンプルのポータルを起動できません。`,
      ),
    );
  });
  return {
    port,
    origin: `http://${HOST}:${port}`,
    connect: ({ url, secret }) => {
      service = { origin: new URL(url).origin, open: searchOpener({ url, secret }, logger) };
    },
    finish,
  };
}
