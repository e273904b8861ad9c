import { type Command, Option } from "commander";

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

/** What an installation may have beside the service. */
export interface OptionalParts {
  /** @throws Error saying that it is not here */
  demo(): Promise<{ runDemo(env: NodeJS.ProcessEnv, print: (text: string) => void): Promise<void> }>;
}

const print = (text: string) => void process.stdout.write(text);

/**
 * The commands that open the database themselves; every other one is a client of a running service. What a command
 * needs is loaded when it runs: the whole service takes a second, and `users show` needs none of it.
 */
export function registerServerCommands(program: Command, { demo }: OptionalParts): void {
  program
    .command("serve")
    .description("run the service, for production; settings come from the environment")
    .addHelpText("after", SERVE_SETTINGS)
    .action(() =>
      orExplain(async () =>
        (await import("../process/serve.js")).serve(process.env, process.stdout.isTTY ? print : null),
      ),
    );
  program
    .command("demo")
    .description("run the service with a sample company, on this machine only; nothing needs to be set")
    .addHelpText("after", DEMO_SETTINGS)
    .action(() => orExplain(async () => (await demo()).runDemo(process.env, print)));
  program
    .command("migrate")
    .description("bring the database's tables up to this version; serve does it too. It needs DATABASE_URL only")
    .addOption(
      new Option(
        "--harden <role>",
        "then give this role, the service's own, what it needs and no right to change the audit log",
      ).conflicts("serviceRole"),
    )
    .option(
      "--service-role",
      "make the role that SERVICE_DATABASE_URL signs in as, or set its password, then as --harden",
    )
    .action(({ harden, serviceRole }: { harden?: string; serviceRole?: true }) =>
      orExplain(async () => {
        const [{ migrateDatabase }, { readDatabaseSettings, readMigrationSettings }] = await Promise.all([
          import("./migrate.js"),
          import("../settings/settings.js"),
        ]);
        if (serviceRole) {
          const { database, login } = readMigrationSettings(process.env);
          print(await migrateDatabase({ database }, login));
        } else {
          const database = readDatabaseSettings(process.env);
          print(await migrateDatabase({ database }, harden === undefined ? undefined : { role: harden }));
        }
      }),
    );
  program
    .command("backup")
    .argument("<file>", "written whole or not at all, for your own account only")
    .description("write the embedded database of DATA_DIR, which no service may be using, to a file")
    .action((file: string) =>
      orExplain(async () => print(await (await import("./backup.js")).backup(process.env, file))),
    );
  program
    .command("restore")
    .argument("<file>", "a file that retrieval backup wrote")
    .description("check a backup, and make it the embedded database of DATA_DIR")
    .option("--replace", "in the place of the database that is there")
    .action((file: string, { replace = false }: { replace?: boolean }) =>
      orExplain(async () => print(await (await import("./backup.js")).restore(process.env, file, { replace }))),
    );
  program
    .command("doctor")
    .description("check settings, database, clock and secrets, and say how to mend what is wrong")
    .option("--json", "print the findings as JSON")
    .action(({ json }: { json?: boolean }) =>
      orExplain(async () => {
        const { doctor } = await import("../doctor/doctor.js");
        const { ok, text, findings } = await doctor(process.env);
        const said = json ? `${JSON.stringify({ ok, findings })}\n` : text;
        // The driver keeps some connections that a server refused, for a minute: nobody need wait for them.
        process.stdout.write(said, () => process.exit(ok ? 0 : 1));
      }),
    );
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
