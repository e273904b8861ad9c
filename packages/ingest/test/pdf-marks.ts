import { type Catalogue, pageObject } from "./tiny-pdf.js";

export interface OutlineEntry {
  readonly title: string;
  readonly page: number;
  /** In points from the bottom of the page. */
  readonly top: number;
  readonly items?: readonly OutlineEntry[];
}

const FIRST = 100_000;

/** The outline of a file. */
export function bookmarked(entries: readonly OutlineEntry[]): Catalogue {
  const objects = new Map<number, string>();
  let next = FIRST + 1;
  const write = (items: readonly OutlineEntry[]): number => {
    const numbers = items.map(() => next++);
    for (const [i, { title, page, top, items: inner = [] }] of items.entries()) {
      const below = inner.length > 0 ? `/First ${write(inner)} 0 R` : "";
      const after = i + 1 < items.length ? `/Next ${numbers[i + 1]} 0 R` : "";
      const dest = `[${pageObject(page)} 0 R /XYZ 0 ${top} null]`;
      objects.set(numbers[i] as number, `<< /Title <${utf16(title)}> /Dest ${dest} ${below} ${after} >>`);
    }
    return numbers[0] as number;
  };
  objects.set(FIRST, `<< /Type /Outlines /First ${write(entries)} 0 R >>`);
  return { entries: `/Outlines ${FIRST} 0 R`, objects };
}

/** Tags of the first page's marked content, in the order of its ids. */
export function tagged(roles: readonly string[]): Catalogue {
  const element = (id: number) => FIRST + 2 + id;
  const ids = roles.map((_, id) => `${element(id)} 0 R`).join(" ");
  return {
    entries: `/MarkInfo << /Marked true >> /StructTreeRoot ${FIRST} 0 R`,
    objects: new Map([
      [FIRST, `<< /Type /StructTreeRoot /K ${FIRST + 1} 0 R /ParentTree << /Nums [0 [${ids}]] >> >>`],
      [FIRST + 1, `<< /Type /StructElem /S /Document /P ${FIRST} 0 R /K [${ids}] >>`],
      ...roles.map((role, id): [number, string] => [
        element(id),
        `<< /Type /StructElem /S /${role} /P ${FIRST + 1} 0 R /Pg ${pageObject(0)} 0 R /K ${id} >>`,
      ]),
    ]),
  };
}

const utf16 = (text: string) =>
  `FEFF${[...text].map((sign) => sign.charCodeAt(0).toString(16).padStart(4, "0")).join("")}`;
