import { deflateSync } from "node:zlib";

/** A drawing on a page of 600 by 800 points; all places in points from its top left corner. */
export type Mark =
  | {
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly size?: number;
      readonly bold?: boolean;
      /** In degrees, clockwise. */
      readonly turn?: number;
      readonly vertical?: boolean;
      /** The id of its marked content, which tags name. */
      readonly id?: number;
    }
  | { readonly rule: readonly [x0: number, y0: number, x1: number, y1: number] }
  | { readonly picture: readonly [x0: number, y0: number, x1: number, y1: number] };

export const WIDTH = 600;
export const HEIGHT = 800;

const FONTS: readonly (readonly [name: string, base: string, mode: "H" | "V"])[] = [
  ["F", "Mincho", "H"],
  ["B", "Gothic-Bold", "H"],
  ["V", "Mincho", "V"],
];

/** The number of the object of a page, counted from 0. */
export const pageObject = (page: number) => 20 + page * 2;

/** Entries of the catalogue, and the objects that they name: numbers from 100,000 on. */
export interface Catalogue {
  readonly entries: string;
  readonly objects: ReadonlyMap<number, string>;
}

/** A PDF with these drawings, a page each. Each letter is as wide as it is high. */
export function tinyPdf(
  pages: readonly (readonly Mark[])[],
  info = "",
  more: Catalogue = { entries: "", objects: new Map() },
): Uint8Array {
  const objects = new Map<number, string | { readonly entries: string; readonly data: Uint8Array }>();
  const kids = pages.map((_, i) => `${pageObject(i)} 0 R`).join(" ");
  objects.set(1, `<< /Type /Catalog /Pages 2 0 R ${more.entries} >>`);
  objects.set(2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 ${WIDTH} ${HEIGHT}] >>`);
  for (const [i, [, base, mode]] of FONTS.entries()) {
    const at = 3 + i * 3;
    objects.set(
      at,
      `<< /Type /Font /Subtype /Type0 /BaseFont /${base} /Encoding /UniJIS-UCS2-${mode} /DescendantFonts [${at + 1} 0 R] >>`,
    );
    objects.set(
      at + 1,
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${base} /DW 1000 /FontDescriptor ${at + 2} 0 R ` +
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>",
    );
    objects.set(
      at + 2,
      `<< /Type /FontDescriptor /FontName /${base} /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 ` +
        "/Ascent 880 /Descent -120 /CapHeight 880 /StemV 80 >>",
    );
  }
  objects.set(12, {
    entries: "/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8",
    data: new Uint8Array(64),
  });
  const fonts = FONTS.map(([name], i) => `/${name} ${3 + i * 3} 0 R`).join(" ");
  for (const [i, marks] of pages.entries()) {
    const at = pageObject(i);
    const resources = `<< /Font << ${fonts} >> /XObject << /P 12 0 R >> >>`;
    objects.set(
      at,
      `<< /Type /Page /Parent 2 0 R /Contents ${at + 1} 0 R /Resources ${resources} /StructParents ${i} >>`,
    );
    objects.set(at + 1, { entries: "", data: new TextEncoder().encode(marks.map(operators).join("\n")) });
  }
  if (info !== "") objects.set(13, info);
  for (const [number, object] of more.objects) objects.set(number, object);
  return assemble(objects, info === "" ? "" : "/Info 13 0 R");
}

function operators(mark: Mark): string {
  if ("text" in mark) {
    const { text, x, y, size = 10, bold = false, turn = 0, vertical = false } = mark;
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)].map((part) =>
      part.toFixed(4),
    );
    const codes = [...text].map((sign) => sign.charCodeAt(0).toString(16).padStart(4, "0")).join("");
    const font = vertical ? "V" : bold ? "B" : "F";
    const drawn = `BT /${font} ${size} Tf ${cos} ${-Number(sin)} ${sin} ${cos} ${x} ${HEIGHT - y} Tm <${codes}> Tj ET`;
    return mark.id === undefined ? drawn : `/P << /MCID ${mark.id} >> BDC ${drawn} EMC`;
  }
  if ("rule" in mark) {
    const [x0, y0, x1, y1] = mark.rule;
    return `${x0} ${HEIGHT - y0} m ${x1} ${HEIGHT - y1} l S`;
  }
  const [x0, y0, x1, y1] = mark.picture;
  return `q ${x1 - x0} 0 0 ${y1 - y0} ${x0} ${HEIGHT - y1} cm /P Do Q`;
}

/** The bytes of a file with these objects, 1 being its catalogue. */
export function assemble(
  objects: ReadonlyMap<number, string | { readonly entries: string; readonly data: Uint8Array }>,
  trailer = "",
): Uint8Array {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const places: string[] = [];
  let length = 9;
  const write = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [number, body] of objects) {
    places.push(`${number} 1\n${String(length).padStart(10, "0")} 00000 n \n`);
    write(Buffer.from(`${number} 0 obj\n`));
    if (typeof body === "string") {
      write(Buffer.from(`${body}\nendobj\n`));
    } else {
      write(Buffer.from(`<< ${body.entries} /Length ${body.data.length} >>\nstream\n`));
      write(Buffer.from(body.data));
      write(Buffer.from("\nendstream\nendobj\n"));
    }
  }
  const size = [...objects.keys()].reduce((most, number) => Math.max(most, number)) + 1;
  parts.push(Buffer.from(`xref\n0 1\n0000000000 65535 f \n${places.join("")}`));
  parts.push(Buffer.from(`trailer << /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** A compressed stream of this content. */
export function deflated(content: string | Uint8Array, entries = "") {
  return { entries: `${entries} /Filter /FlateDecode`, data: new Uint8Array(deflateSync(content)) };
}

/** A page that draws what the streams `contents` say, as the objects of a file. */
export function onePage(contents: string, resources = "<< >>"): Map<number, string> {
  return new Map([
    [1, "<< /Type /Catalog /Pages 2 0 R >>"],
    [2, `<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 ${WIDTH} ${HEIGHT}] >>`],
    [3, `<< /Type /Page /Parent 2 0 R /Contents ${contents} /Resources ${resources} >>`],
  ]);
}

/** Lines below one another, 18 points apart. */
export function lines(texts: readonly string[], { x = 60, y = 100, size = 10 } = {}): Mark[] {
  return texts.map((text, i) => ({ text, x, y: y + i * 18, size }));
}

/** The rules of a table with these edges. */
export function tableRules(xs: readonly number[], ys: readonly number[]): Mark[] {
  const [left = 0, right = 0] = [xs[0], xs.at(-1)];
  const [top = 0, bottom = 0] = [ys[0], ys.at(-1)];
  return [
    ...ys.map((y): Mark => ({ rule: [left, y, right, y] })),
    ...xs.map((x): Mark => ({ rule: [x, top, x, bottom] })),
  ];
}
