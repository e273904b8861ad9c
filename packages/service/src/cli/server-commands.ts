import type { Command } from "commander";
import { backup, restore } from "../backup.js";
import { builtPages, PAGES_NOT_BUILT } from "../built-pages.js";
import { runDemo } from "../demo/demo.js";
import { doctor } from "../doctor/doctor.js";
import { createLogger } from "../logger.js";
import { migrateDatabase } from "../migrate.js";
import { runService } from "../run-service.js";
import { hasHttps, WITHOUT_HTTPS } from "../settings/https.js";
import { readDatabaseSettings, readSettings } from "../settings/settings.js";
import { startFailure } from "../start-failure.js";

const SERVE_SETTINGS = `
Settings are environment variables; packages/service/README.md lists them all.
Required: SSO_SHARED_SECRET, PORTAL_DOMAIN, DATABASE_URL. Beside them, to begin with:
  HOST, PORT   where it listens (127.0.0.1, 3000)
  DATA_DIR     the files of DATABASE_URL=embedded (./data)
retrieval doctor checks what is set.
`;

const DEMO_SETTINGS = `
Settings are environment variables; packages/service/README.md lists them all. To begin with:
  PORT          where it listens on 127.0.0.1 (3000, or another one where that is taken)
  PORTAL_PORT   where its sample portal listens (3001, or another one where that is taken)
  DATA_DIR      the demo's files (./data)
`;

const print = (text: string) => void process.stdout.write(text);

/** The commands that open the database themselves; every other one is a client of a running service. */
export function registerServerCommands(program: Command): void {
  program
    .command("serve")
    .description("run the service, for production; settings come from the environment")
    .addHelpText("after", SERVE_SETTINGS)
    .action(() => orExplain(serve));
  program
    .command("demo")
    .description("run the service with a sample company, on this machine only; nothing needs to be set")
    .addHelpText("after", DEMO_SETTINGS)
    .action(() => orExplain(() => runDemo(process.env, print)));
  program
    .command("migrate")
    .description("bring the database's tables up to this version; serve does it too. It needs DATABASE_URL only")
    .option(
      "--harden <role>",
      "then give this role, the service's own, what it needs and no right to change the record",
    )
    .action(({ harden }: { harden?: string }) =>
      orExplain(async () => print(await migrateDatabase({ database: readDatabaseSettings(process.env) }, harden))),
    );
  program
    .command("backup")
    .argument("<file>", "written whole or not at all, for your own account only")
    .description("write the embedded database of DATA_DIR, which no service may be using, to a file")
    .action((file: string) => orExplain(async () => print(await backup(process.env, file))));
  program
    .command("restore")
    .argument("<file>", "a file that retrieval backup wrote")
    .description("check a backup, and make it the embedded database of DATA_DIR")
    .option("--replace", "in the place of the database that is there")
    .action((file: string, { replace = false }: { replace?: boolean }) =>
      orExplain(async () => print(await restore(process.env, file, { replace }))),
    );
  program
    .command("doctor")
    .description("check settings, database, clock and secrets, and say how to mend what is wrong")
    .option("--json", "print the findings as JSON")
    .action(({ json }: { json?: boolean }) =>
      orExplain(async () => {
        const { ok, text, findings } = await doctor(process.env);
        const said = json ? `${JSON.stringify({ ok, findings })}\n` : text;
        // The driver keeps some connections that a server refused, for a minute: nobody need wait for them.
        process.stdout.write(said, () => process.exit(ok ? 0 : 1));
      }),
    );
}

async function serve(): Promise<void> {
  const settings = readSettings(process.env);
  const logger = createLogger(settings);
  for (const warning of settings.warnings) logger.warn(warning);
  if (!hasHttps(settings)) logger.warn(`${WITHOUT_HTTPS.what}. ${WITHOUT_HTTPS.mend}`);
  if (settings.database.kind === "embedded") {
    logger.warn("the embedded database is for trials: it never calls fsync, so a power cut can lose the last commits");
  }
  const pages = await builtPages();
  if (pages === null) logger.warn(`${PAGES_NOT_BUILT.what}. ${PAGES_NOT_BUILT.mend}`);
  try {
    const { port } = await runService(settings, { logger, httpsOnly: true, pages });
    logger.info({ host: settings.host, port, tls: settings.tls !== null }, "listening");
  } catch (error) {
    const failure = startFailure(error, settings);
    if (failure === null) throw error;
    const { message, ...facts } = failure;
    logger.fatal(facts, message);
    process.exit(1);
  }
}

/** A start that fails says why in plain words, without a stack; nothing is left running. */
async function orExplain(work: () => Promise<void>): Promise<void> {
  // What these commands write is for the service's own account.
  process.umask(0o077);
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
