import { LONG_TIMEOUT_MS } from "../../client/time-limits.js";
import { say } from "../../texts/say.js";
import { pad, table } from "./columns.js";
import type { Context } from "./command.js";
import { changesText } from "./documents-ingest.js";
import { checkWritable, writeLocalParts } from "./local-file.js";
import { localTime } from "./local-time.js";
import type { ExitCode } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** The versions of a document's contents, newest first; the first is published. */
export async function versionsCommand(
  { client, output }: Context,
  _flags: object,
  document_id: string,
): Promise<ExitCode> {
  const { versions } = (await client.listVersions({ document_id })).body;
  output.lines(
    table(
      versions.map(({ number, published_at, by_user, version, title }) => [
        String(number),
        localTime(published_at),
        by_user ?? "-",
        version,
        title,
      ]),
    ),
  );
  output.document({ document_id, versions });
  return 0;
}

/** Lists the passages that have changed from a version to the published one. */
export async function compareCommand(
  { client, output }: Context,
  _flags: object,
  document_id: string,
  number: number,
): Promise<ExitCode> {
  const { body: changes } = await client.compareVersion({ document_id, number: String(number) });
  for (const kind of ["changed", "added", "removed"] as const) {
    output.lines(changes[kind].map((chunk_id) => `${pad(say(kind), 8)} ${chunk_id}`));
  }
  output.line(
    say("{document_id}: {unchanged} unchanged since version {number}", {
      document_id,
      unchanged: changes.unchanged.length,
      number,
    }),
  );
  output.document({ document_id, number, changes });
  return 0;
}

/** Publishes the contents of an older version again. */
export async function restoreVersionCommand(
  { client, output }: Context,
  _flags: object,
  document_id: string,
  restored: number,
): Promise<ExitCode> {
  // A repeated call would publish it twice.
  const call = { document_id, number: String(restored), repeatable: false as const, timeoutMs: LONG_TIMEOUT_MS };
  const { number, changes } = (await client.restoreVersion(call)).body;
  output.line(
    say("{document_id}: version {restored} published as version {number}, {changes}", {
      document_id,
      restored,
      number,
      changes: changesText(changes),
    }),
  );
  output.document({ document_id, restored, number, changes });
  return 0;
}

/** Writes the file that a document was uploaded as. */
export async function originalCommand(
  { client, output }: Context,
  _flags: object,
  document_id: string,
  path: string,
): Promise<ExitCode> {
  await checkWritable(path);
  const { body } = await client.readOriginal({ document_id });
  if (body.body === null) throw new UsageError(say("the answer has no content. Nothing was written."));
  let bytes = 0;
  await writeLocalParts(
    path,
    counted(body.body, (length) => (bytes += length)),
  );
  output.line(say("{document_id} -> {path}: {bytes} bytes", { document_id, path, bytes }));
  output.document({ document_id, path, bytes, media_type: body.headers.get("content-type") });
  return 0;
}

async function* counted(parts: AsyncIterable<Uint8Array>, count: (length: number) => void): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    count(part.byteLength);
    yield part;
  }
}
