import type { ServiceProcess } from "../test/process/service-process.js";

/** Enough that most of it waits in the service for a client that reads slowly or not at all. */
const PAGE = Buffer.from(`<p>休暇</p><!--${"x".repeat(16_000_000)}-->`);

/** A download that takes long: the original file of a document. */
export const LONG_DOWNLOAD = { path: "/api/documents/long/original", bytes: PAGE.length };

export async function publishLongDownload(to: ServiceProcess, token: string): Promise<void> {
  const headers = { "Content-Type": "text/html" };
  const put = { method: "PUT", token, headers, body: PAGE };
  const answer = await to.fetch("/api/manage/documents/long?wait=true", put);
  const job = (await answer.json()) as { state?: string };
  if (job.state !== "done") throw new Error(JSON.stringify(job));
}
