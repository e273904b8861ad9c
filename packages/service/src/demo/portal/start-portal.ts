import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Logger } from "pino";
import { listenWith } from "../../listen.js";
import type { PortalFile } from "./answer.js";
import { type OpenSearch, searchOpener } from "./open-search.js";
import { PortalPeople } from "./people.js";
import { createPortal } from "./portal.js";

export interface RunningPortal {
  readonly origin: string;
  /** The document search is there now. Until then the portal says that it does not answer. */
  connect(service: { url: string; secret: string }): void;
  finish(): Promise<void>;
}

/** Nothing is given to anybody but this machine: whoever reaches the portal may be anybody in it. */
const HOST = "127.0.0.1";
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 30_000 };

/**
 * Starts the sample company's portal. It listens before the service does, because the service has to know its origin.
 *
 * @param mayChoosePort where the port is taken, any other one will do
 */
export async function startPortal(
  { port, mayChoosePort }: { port: number; mayChoosePort: boolean },
  logger: Logger,
): Promise<RunningPortal> {
  let service: { origin: string; open: OpenSearch } | null = null;
  const portal = createPortal({
    people: new PortalPeople(),
    files: portalFiles(),
    openSearch: async (user_id) => service?.open(user_id) ?? { ok: false, problem: "away" },
    searchOrigin: () => service?.origin ?? null,
    logger,
  });
  const listen = (at: number) => listenWith(createServer(TIMEOUTS, portal), { host: HOST, port: at }, logger);
  const { port: taken, finish } = await listen(port).catch((error) => {
    if (!isTaken(error)) throw error;
    if (mayChoosePort) return listen(0);
    throw new Error(`The sample portal cannot listen at ${HOST}:${port}, which PORTAL_PORT names: it is taken.`);
  });
  return {
    origin: `http://${HOST}:${taken}`,
    connect: ({ url, secret }) => {
      service = { origin: new URL(url).origin, open: searchOpener({ url, secret }, logger) };
    },
    finish,
  };
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EADDRINUSE";
}

/** From `packages/service/portal`; src/ and dist/ are equally deep. */
function portalFiles(): ReadonlyMap<string, PortalFile> {
  const file = (name: string, type: string) =>
    [`/${name}`, { type, content: readFileSync(new URL(`../../../portal/${name}`, import.meta.url)) }] as const;
  return new Map([file("portal.css", "text/css; charset=utf-8"), file("icon.svg", "image/svg+xml")]);
}
