import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { describeWithRealData, realDataDir } from "@retrieval/contract";
import { DOCX, HTML, MARKDOWN, PDF, TXT, XLSX } from "@retrieval/core/limits";
import type { Problem } from "@retrieval/core/problems";
import { readUploadedFile } from "../src/index.js";
import { docxOf } from "./docx-writer.js";
import { row, xlsxOf, zipOf } from "./ooxml-writer.js";

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));

async function expectProblem(media_type: string, bytes: Uint8Array, problem: Problem): Promise<void> {
  const document = { document_id: "d", title: null };
  const reading = readUploadedFile(document, media_type, bytes);
  await expect(reading).rejects.toMatchObject({ problems: [problem] });
}

/** A compound file with a directory of one entry ([MS-CFB] 2.6.1). */
function oleOf(entry: string): Uint8Array {
  const bytes = Buffer.alloc(1024);
  bytes.write("d0cf11e0a1b11ae1", "hex");
  bytes.write(entry, 512, "utf16le");
  bytes.writeUInt16LE(entry.length * 2 + 2, 512 + 64);
  return Uint8Array.from(bytes);
}

describe("a file of another format is refused with what to do", () => {
  test("by its content, whatever its media type says", async () => {
    const other = (format: Extract<Problem, { code: "file.other_format" }>["format"]) =>
      ({ code: "file.other_format", format }) as const;
    for (const media_type of [DOCX, MARKDOWN, PDF, HTML]) {
      await expectProblem(media_type, oleOf("EncryptedPackage"), { code: "file.password" });
      await expectProblem(media_type, oleOf("WordDocument"), other("doc"));
      await expectProblem(media_type, oleOf("Workbook"), other("xls"));
      await expectProblem(media_type, oleOf("PowerPoint Document"), other("ppt"));
      await expectProblem(media_type, bytesOf("{\\rtf1\\ansi a}"), other("rtf"));
      for (const picture of ["\x89PNG\r\n\x1a\n", "\xff\xd8\xff\xe0", "GIF89a", "II*\0", "RIFF1234WEBPVP8"]) {
        await expectProblem(media_type, bytesOf(picture), other("picture"));
      }
    }
    const stored = bytesOf(`PK\x03\x04${"\0".repeat(26)}mimetypeapplication/vnd.oasis.opendocument.text`);
    await expectProblem(DOCX, stored, other("opendocument"));
    await expectProblem(TXT, await zipOf({ "a.txt": "x" }), other("zip"));
    await expectProblem(DOCX, await zipOf({ "a.txt": "x" }), { code: "office.other_zip" });
    await expectProblem(DOCX, oleOf("unknown"), { code: "office.not_office" });
  });

  test("with the media type of its content, if that is read", async () => {
    const workbook = await xlsxOf([{ name: "x", rows: row(1, ["a"]) }]);
    const mismatch = (media_type: string, expected: string) =>
      ({ code: "file.other_content", media_type, expected }) as const;
    await expectProblem(DOCX, workbook, mismatch(DOCX, XLSX));
    await expectProblem(PDF, workbook, mismatch(PDF, XLSX));
    await expectProblem(XLSX, await docxOf({ body: "" }), mismatch(XLSX, DOCX));
    await expectProblem(MARKDOWN, bytesOf("%PDF-1.7"), mismatch(MARKDOWN, PDF));
  });
});

describeWithRealData("files of real offices that are not read", () => {
  const real = (name: string) => readFileSync(`${realDataDir}/documents/${name}`);

  test("say that an old Word document is one, and that a scan needs OCR, with its pages", async () => {
    await expectProblem(DOCX, real("legacy.doc"), { code: "file.other_format", format: "doc" });
    await expectProblem(PDF, real("scanned-minutes.pdf"), { code: "pdf.only_pictures", pages: [1] });
  });
});
