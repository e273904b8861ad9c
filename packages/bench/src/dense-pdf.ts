import { deflateSync } from "node:zlib";
import { Random } from "./random.js";

const LINES = 50;
const WORDS =
  "the employee shall submit each request for leave or travel to the manager in writing and state its reasons expenses allowance department period agreement notice".split(
    " ",
  );
const LINE_WIDTH = 92;

/** A PDF of text from edge to edge in Helvetica, each line with its kerning, an article every few lines. */
export function densePdf(pages: number): Buffer {
  const random = new Random(1);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${Array.from({ length: pages }, (_, i) => `${4 + i * 2} 0 R`).join(" ")}] /Count ${pages} /MediaBox [0 0 595 842] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ].map((object) => Buffer.from(object));
  let article = 0;
  for (let page = 0; page < pages; page++) {
    const lines = Array.from({ length: LINES }, (_, line) => {
      if (line % 10 === 0) article += 1;
      return lineOf(line % 10 === 0 ? `Article ${article}. The` : "", random);
    });
    const content = deflateSync(`BT /F 10 Tf 14 TL 60 790 Td ${lines.join(" T* ")} ET`);
    const resources = "/Resources << /Font << /F 3 0 R >> >>";
    objects.push(Buffer.from(`<< /Type /Page /Parent 2 0 R /Contents ${5 + page * 2} 0 R ${resources} >>`));
    const head = `<< /Filter /FlateDecode /Length ${content.length} >>\nstream\n`;
    objects.push(Buffer.concat([Buffer.from(head), content, Buffer.from("\nendstream")]));
  }
  return assemble(objects);
}

/** Words with a space of their own width between them, as typesetting programs write it. */
function lineOf(beginning: string, random: Random): string {
  let text = beginning;
  while (text.length < LINE_WIDTH - 10) {
    text += `${text === "" ? "" : " "}${random.pick(WORDS)}`;
  }
  const parts = text.split(" ").map((word) => `(${word})`);
  return `[${parts.join(` ${-278 - random.upTo(60)} `)}] TJ`;
}

function assemble(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n")];
  let length = 9;
  const places = objects.map((object, i) => {
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    parts.push(part);
    length += part.length;
    return length - part.length;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}`));
  parts.push(Buffer.from(`trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`));
  return Buffer.concat(parts);
}
