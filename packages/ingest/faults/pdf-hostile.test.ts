import { Readable } from "node:stream";
import { createDeflate } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { UnreadableDocumentError } from "@retrieval/core/ports";
import type { ProblemCode } from "@retrieval/core/problems";
import { IsolatedReader } from "../src/index.js";
import { bookmarked, type OutlineEntry, type TagElement, tagged } from "../test/pdf-marks.js";
import { pdfShown, readPdf } from "../test/pdf-read.js";
import { readIsolated } from "../test/read.js";
import { assemble, deflated, lines, type Mark, onePage, tinyPdf } from "../test/tiny-pdf.js";

const utf8 = (text: string) => new TextEncoder().encode(text);
const GOOD = tinyPdf([lines(["第1条（目的）", "本文。"])]);

async function expectRefusal(reading: Promise<unknown>, code: ProblemCode): Promise<void> {
  await expect(reading).rejects.toThrow(UnreadableDocumentError);
  await expect(reading).rejects.toMatchObject({ problems: [{ code }] });
}

/** ISO 32000-1, 7.6.3: the checksum of every password differs from the one in /U. */
function protectedPdf(): Uint8Array {
  const checksum = "5a".repeat(32);
  const objects = onePage("4 0 R");
  objects.set(9, `<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${checksum}> /U <${checksum}> >>`);
  return assemble(objects, "/Encrypt 9 0 R /ID [<00> <00>]");
}

describe("a file that is no readable PDF", () => {
  test("is refused: another format under its name", async () => {
    for (const bytes of [utf8(""), utf8("# 第1条"), utf8("<html></html>")]) {
      await expectRefusal(readPdf(bytes), "pdf.not_pdf");
    }
    await expectRefusal(readPdf(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)), "file.other_format");
  });

  test("is refused: cut off, or garbage after the first line", async () => {
    for (const bytes of [utf8("%PDF-1.7\n"), GOOD.subarray(0, 200), utf8(`%PDF-1.4\n${"x y z ".repeat(1_000)}`)]) {
      await expectRefusal(readPdf(bytes), "pdf.damaged");
    }
  });

  test("is refused: protected by a password", async () => {
    await expectRefusal(readPdf(protectedPdf()), "file.password");
  });

  test("is refused: more pages than any document", async () => {
    await expectRefusal(readPdf(tinyPdf(Array.from({ length: 2_001 }, () => []))), "pdf.too_many_pages");
  });

  test("with a broken table of its objects is read all the same", async () => {
    const broken = Buffer.from(GOOD);
    broken.fill("0", broken.lastIndexOf("startxref") + 10, broken.lastIndexOf("startxref") + 12);
    expect(await pdfShown(broken)).toEqual(["heading: 第1条（目的）", "paragraph: 本文。"]);
  });
});

describe("a hostile PDF", () => {
  const limits = { seconds: 4, heap_megabytes: 256 };
  const reader = new IsolatedReader(limits);

  const patient = new IsolatedReader({ ...limits, seconds: 60 });

  /** Whatever becomes of it, it ends in the time with a problem, and the next document is read as ever. */
  async function expectEnd(bytes: Uint8Array, reading = reader): Promise<string> {
    const outcome = await readIsolated(reading, "application/pdf", bytes).then(
      () => "read",
      (error: Error) => {
        expect(error).toBeInstanceOf(UnreadableDocumentError);
        return error.message;
      },
    );
    expect((await readIsolated(patient, "application/pdf", GOOD)).chunks).toHaveLength(2);
    return outcome;
  }

  async function gigabyteOfSpaces(): Promise<Uint8Array> {
    const mebibyte = Buffer.alloc(1024 * 1024, " ");
    const spaces = Readable.from(Array.from({ length: 1024 }, () => mebibyte));
    return Buffer.concat(await spaces.pipe(createDeflate({ level: 1 })).toArray());
  }

  test("that unpacks to a gigabyte of spaces is refused before it takes the memory", async () => {
    const once = { entries: "/Filter /FlateDecode", data: await gigabyteOfSpaces() };
    const before = process.memoryUsage().rss;
    for (const stream of [once, { ...deflated(once.data), entries: "/Filter [/FlateDecode /FlateDecode]" }]) {
      const file = assemble(new Map<number, string | typeof once>([...onePage("4 0 R"), [4, stream]]));
      expect(await expectEnd(file, patient)).toBe("pdf.stream_too_large");
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(1024 * 1024 * 1024);
  });

  test("that unpacks one large stream again and again ends before it takes the memory of the process", async () => {
    const stream = deflated(Buffer.alloc(200 * 1024 * 1024, " "));
    const objects = onePage(`[${Array.from({ length: 40 }, () => "4 0 R").join(" ")}]`);
    const file = assemble(new Map<number, string | typeof stream>([...objects, [4, stream]]));
    await expectRefusal(readIsolated(patient, "application/pdf", file), "file.large_to_read");
  });

  test("whose pages are their own children is refused", async () => {
    const objects = onePage("4 0 R");
    objects.set(2, "<< /Type /Pages /Kids [2 0 R] /Count 1 >>");
    expect(await expectEnd(assemble(objects), patient)).toBe("pdf.damaged");
  });

  test("whose forms draw themselves, or each other, ends", async () => {
    const form = (name: string, next: number) => ({
      entries: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /${name} ${next} 0 R >> >>`,
      data: utf8(`/${name} Do /${name} Do`),
    });
    for (const next of [4, 5]) {
      const objects = new Map<number, string | ReturnType<typeof form>>(
        onePage("6 0 R", "<< /XObject << /A 4 0 R >> >>"),
      );
      objects.set(4, form("A", next));
      objects.set(5, form("A", 4));
      objects.set(6, { entries: "", data: utf8("/A Do") });
      expect(await expectEnd(assemble(objects))).not.toBe("");
    }
  });

  test("with endless drawings or letters ends", async () => {
    for (const part of ["0 0 m 9 9 l S ", "BT /F 10 Tf (a) Tj ET "]) {
      const stream = deflated(part.repeat(2_000_000));
      const file = assemble(new Map<number, string | typeof stream>([...onePage("4 0 R"), [4, stream]]));
      expect(await expectEnd(file)).not.toBe("");
    }
  });

  const RULES = lines(["第1条（目的）", "本文。"]);

  test("with an outline that is a circle, endless, or deep is read without more headings, or refused", async () => {
    const entry = (title: string): OutlineEntry => ({ title, page: 0, top: 0 });
    const circle = bookmarked([entry("本文。"), entry("x")]);
    const circular = new Map([...circle.objects].map(([n, object]) => [n, object.replace("100002 0 R", "100001 0 R")]));
    expect(await expectEnd(tinyPdf([RULES], "", { ...circle, objects: circular }))).toBe("read");
    const long = bookmarked(Array.from({ length: 100_000 }, (_, i) => entry(String(i))));
    expect(await expectEnd(tinyPdf([RULES], "", long))).not.toBe("");
    const deep = new Map([...long.objects].map(([n, object]) => [n, object.replace("/Next", "/First")]));
    expect(await expectEnd(tinyPdf([RULES], "", { ...long, objects: deep }))).not.toBe("");
  });

  test("with tags of endless tables, or of a table in itself, keeps its text or is refused", async () => {
    const page: Mark[] = RULES.map((mark, id) => ({ ...mark, id }));
    const row = (cells: number): TagElement => ["TR", Array.from({ length: cells }, () => "TD")];
    const expectPlain = async (rows: readonly TagElement[], marks: readonly Mark[] = page) => {
      const file = tinyPdf([marks], "", tagged([["Table", rows]]));
      if ((await expectEnd(file)) === "read") expect(await pdfShown(file)).toEqual(await pdfShown(tinyPdf([marks])));
    };
    await expectPlain([row(100_000)]);
    await expectPlain(Array.from({ length: 50_000 }, () => row(2)));
    const diagonal = Array.from({ length: 300 }, (_, i): Mark => ({ text: "a", x: i * 2, y: i * 2, size: 1, id: i }));
    await expectPlain(
      diagonal.map(() => row(1)),
      diagonal,
    );
    const table = tagged([["Table", [row(2), row(2)]]]);
    const circle = new Map([...table.objects].map(([n, object]) => [n, object.replace("100006 0 R", "100002 0 R")]));
    expect(await expectEnd(tinyPdf([page], "", { ...table, objects: circle }))).toBe("read");
  });
});
