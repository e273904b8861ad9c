import { deflateSync } from "node:zlib";

/** What the pages show, in points from the top left corner; y is the base line. */
export const DRAWN_LINES = [
  { text: "Travel Rules", x: 60, y: 90, size: 26 },
  { text: "Article 1 (Purpose)", x: 60, y: 150, size: 13 },
  { text: "These rules say which costs of a journey the company pays.", x: 60, y: 180, size: 13 },
  { text: "Article 2 (Costs)", x: 60, y: 230, size: 13 },
  { text: "The company pays for trains, buses and at most 12 nights in a hotel.", x: 60, y: 260, size: 13 },
];

/** A PDF of pages that show these lines, turned around the middle by this many degrees. */
export function drawnPdf(pages: readonly { readonly angle: number }[]): Uint8Array {
  const contents = pages.map(({ angle }) => {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)].map((part) =>
      part.toFixed(4),
    );
    const texts = DRAWN_LINES.map(({ text, x, y, size }) => {
      const escaped = text.replace(/[()]/g, "\\$&");
      return `BT /F ${size} Tf 1 0 0 1 ${x - 300} ${150 - y} Tm (${escaped}) Tj ET`;
    });
    return `q ${cos} ${sin} ${-Number(sin)} ${cos} 300 150 cm\n${texts.join("\n")}\nQ`;
  });
  const page = (i: number) =>
    `<< /Type /Page /Parent 2 0 R /Contents ${5 + 2 * i} 0 R /Resources << /Font << /F 3 0 R >> >> >>`;
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${contents.map((_, i) => `${4 + 2 * i} 0 R`).join(" ")}] /Count ${pages.length} /MediaBox [0 0 600 300] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...contents.flatMap((text, i) => [page(i), `<< /Length ${text.length} >>\nstream\n${text}\nendstream`]),
  ]);
}

/** What a scanner makes of {@link drawnPdf}: a PDF of pictures. */
export async function scannedPdf(angles: readonly { readonly angle: number }[]): Promise<Uint8Array> {
  // By a name that the compiler does not look for, because it is installed for one optional package.
  const { PDFiumLibrary } = await import("@hyzyla/pdfium" as string);
  const drawn = await (await PDFiumLibrary.init()).loadDocument(drawnPdf(angles));
  const objects: string[] = [];
  for (const [i] of angles.entries()) {
    const { width, height, data } = await drawn.getPage(i).render({ scale: 3, render: "bitmap", colorSpace: "Gray" });
    const stream = deflateSync(data).toString("latin1");
    const show = "q 600 0 0 300 0 0 cm /P Do Q";
    const [contents, picture] = [4 + 3 * i, 5 + 3 * i];
    objects.push(
      `<< /Type /Page /Parent 2 0 R /Contents ${contents} 0 R /Resources << /XObject << /P ${picture} 0 R >> >> >>`,
      `<< /Length ${show.length} >>\nstream\n${show}\nendstream`,
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 ` +
        `/Filter /FlateDecode /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  drawn.destroy();
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${angles.map((_, i) => `${3 + 3 * i} 0 R`).join(" ")}] /Count ${angles.length} /MediaBox [0 0 600 300] >>`,
    ...objects,
  ]);
}

/** A PDF of these objects, the first being number 1 and its catalogue. */
function pdfOf(objects: readonly string[]): Uint8Array {
  let file = "%PDF-1.7\n";
  const places = objects.map((object, i) => {
    const place = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(file + table + trailer, "latin1"));
}
