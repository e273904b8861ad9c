import { type Command, Option } from "commander";
import { settingsHelp } from "../settings/describe.js";
import { translateMessage } from "../texts/other-packages.js";
import { translate } from "../texts/say.js";
import { languageOption } from "./management/language-option.js";

const DEMO_SETTINGS = `
Settings are environment variables; packages/service/README.md lists them all. Useful at first:
  PORT          where the demo listens on 127.0.0.1 (3000, or another port if that is taken)
  PORTAL_PORT   where its sample portal listens (3001, or another port if that is taken)
  DATA_DIR      the demo's files (./data)
`;

/** Parts that an installation may have besides the service. */
export interface OptionalParts {
  /** @throws Error if the demo is not installed */
  demo(): Promise<{ runDemo(env: NodeJS.ProcessEnv, print: (text: string) => void): Promise<void> }>;
}

const print = (text: string) => void process.stdout.write(text);

/**
 * The commands that open the database themselves; all others are clients of a running service. A command loads its
 * modules when it runs: the whole service takes a second, and `users show` does not need it.
 */
export function registerServerCommands(program: Command, { demo }: OptionalParts): void {
  program
    .command("serve")
    .description("run the service in production, with settings from the environment")
    .addHelpText("after", settingsHelp)
    .action(() =>
      orExplain(async () =>
        (await import("../process/serve.js")).serve(process.env, process.stdout.isTTY ? print : null),
      ),
    );
  program
    .command("demo")
    .description("run the service with a sample company, on this machine only; needs no settings")
    .addHelpText("after", () => translate(DEMO_SETTINGS))
    .action(() => orExplain(async () => (await demo()).runDemo(process.env, print)));
  program
    .command("migrate")
    .description("migrate the database to this version, as serve does too; needs only DATABASE_URL")
    .addOption(
      new Option(
        "--harden <role>",
        "then give the service's own role the rights that it needs, without the right to change the audit log",
      ).conflicts("serviceRole"),
    )
    .option(
      "--service-role",
      "create the role of SERVICE_DATABASE_URL or set its password, then do the same as --harden",
    )
    .addOption(
      new Option(
        "--time-zone <name>",
        "then let the days of documents begin in this time zone, on all instances; today's versions come into force",
      ).conflicts(["harden", "serviceRole"]),
    )
    .action(({ harden, serviceRole, timeZone }: { harden?: string; serviceRole?: true; timeZone?: string }) =>
      orExplain(async () => {
        const [{ changeTimeZone, migrateDatabase }, { readDatabaseSettings, readMigrationSettings }] =
          await Promise.all([import("./migrate.js"), import("../settings/settings.js")]);
        if (timeZone !== undefined) {
          const database = readDatabaseSettings(process.env);
          print((await migrateDatabase({ database })) + (await changeTimeZone(database, timeZone, Date.now())));
        } else if (serviceRole) {
          const { database, login } = readMigrationSettings(process.env);
          print(await migrateDatabase({ database }, login));
        } else {
          const database = readDatabaseSettings(process.env);
          print(await migrateDatabase({ database }, harden === undefined ? undefined : { role: harden }));
        }
      }),
    );
  const index = program.command("index").description("the index in OpenSearch, with the settings of the service");
  index
    .command("rebuild")
    .description("make a new index beside the one in use, and use it when it has everything")
    .action(() => orExplain(async () => (await import("./search-index.js")).rebuildIndex(process.env, print)));
  index
    .command("check")
    .description("compare the index in use with the database, and send again what it lacks")
    .action(() => orExplain(async () => (await import("./search-index.js")).checkIndex(process.env, print)));
  program
    .command("backup")
    .argument("<file>", "the file to write; only your own account can read it")
    .description("write the embedded database of DATA_DIR to a file; stop the service first")
    .action((file: string) =>
      orExplain(async () => print(await (await import("./backup.js")).backup(process.env, file))),
    );
  program
    .command("restore")
    .argument("<file>", "a file that retrieval backup wrote")
    .description("check a backup and restore it as the embedded database of DATA_DIR")
    .option("--replace", "replace the existing database")
    .action((file: string, { replace = false }: { replace?: boolean }) =>
      orExplain(async () => print(await (await import("./backup.js")).restore(process.env, file, { replace }))),
    );
  program
    .command("doctor")
    .description("check settings, database, clock and secrets, and explain how to correct what is wrong")
    .option("--json", "print the findings as JSON")
    .action(({ json }: { json?: boolean }) =>
      orExplain(async () => {
        const { doctor } = await import("../doctor/doctor.js");
        const { ok, text, findings } = await doctor(process.env);
        const said = json ? `${JSON.stringify({ ok, findings })}\n` : text;
        // The driver keeps refused connections for a minute; do not wait for them.
        process.stdout.write(said, () => process.exit(ok ? 0 : 1));
      }),
    );
  for (const command of [...program.commands, ...index.commands]) command.addOption(languageOption());
}

/** A failed start prints its reason without a stack and ends the process. */
async function orExplain(work: () => Promise<void>): Promise<void> {
  // Only the service's own account may read files that these commands write.
  process.umask(0o077);
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${translateMessage(error instanceof Error ? error.message : String(error))}\n`);
    process.exit(1);
  }
}
