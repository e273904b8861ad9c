import type { ReplyOf } from "@retrieval/api/client";
import type { Command } from "commander";
import { firstRows } from "../../client/first-rows.js";
import { say } from "../../texts/say.js";
import { shorten, table } from "./columns.js";
import { type Context, clientAction, withCommonOptions } from "./command.js";
import { localTime } from "./local-time.js";
import { limitNumber } from "./numbers.js";
import type { ExitCode, Terminal } from "./terminal.js";

export function registerJobCommands(program: Command, terminal: Terminal): void {
  const jobs = program.command("jobs").description("list uploads and imports, and cancel queued ones");

  const listing = jobs
    .command("list")
    .description("list uploads and imports of users, newest first: id, time, sender, state, and subject")
    .option("--limit <number>", "the maximum number", limitNumber, 50)
    .action(clientAction<[], { limit: number }>(terminal, showJobs));
  withCommonOptions(listing, ["retrieval jobs list", "retrieval jobs list --limit 200 --json"]);

  const cancelling = jobs
    .command("cancel")
    .description("cancel a queued job and delete its upload. A job that is running or has ended cannot be cancelled.")
    .argument("<job>", "the job's id, from jobs list")
    .action(
      clientAction<[string], object>(terminal, async ({ client, output }, _flags, job_id) => {
        await client.cancelJob({ job_id });
        output.line(say("{job_id}: cancelled", { job_id }));
        output.document({ job_id, state: "cancelled" });
        return 0;
      }),
    );
  withCommonOptions(cancelling, ["retrieval jobs cancel 6f1f3c9e-8f0b-4f0e-9a54-0a3d6c1f2b7d"]);
}

const SUBJECT_COLUMNS = 48;

async function showJobs({ client, output }: Context, { limit }: { readonly limit: number }): Promise<ExitCode> {
  const { rows: jobs, more } = await firstRows(
    limit,
    (limit) => client.pages("listJobs", { limit }),
    ({ jobs }) => jobs,
  );
  output.lines(
    table(
      jobs.map((job) => [
        job.job_id,
        localTime(job.created_at),
        job.by_user ?? say("(service)"),
        stateText(job),
        shorten(job.document_id ?? say("users"), SUBJECT_COLUMNS),
      ]),
    ),
  );
  for (const { job_id, error } of jobs) if (error !== null) output.note(`${job_id}: ${error}`);
  output.document({ jobs, more });
  if (jobs.length === 0) output.note(say("There are no jobs."));
  if (more) output.note(say("There are more than {limit}; raise --limit to show them.", { limit }));
  return 0;
}

function stateText({ state, progress }: ReplyOf<"readJob">["body"]): string {
  return state === "running" ? say("running {percent} %", { percent: Math.round(progress * 100) }) : say(state);
}
