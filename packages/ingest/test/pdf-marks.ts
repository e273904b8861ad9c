import { type Catalogue, pageObject } from "./tiny-pdf.js";

export interface OutlineEntry {
  readonly title: string;
  readonly page: number;
  /** In points from the bottom of the page. */
  readonly top: number;
  readonly items?: readonly OutlineEntry[];
}

const FIRST = 100_000;

/** The outline of a file, in objects from this number on. */
export function bookmarked(entries: readonly OutlineEntry[], from = FIRST): Catalogue {
  const objects = new Map<number, string>();
  let next = from + 1;
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
  objects.set(from, `<< /Type /Outlines /First ${write(entries)} 0 R >>`);
  return { entries: `/Outlines ${from} 0 R`, objects };
}

/** An element with the next id of marked content, or one with others inside. */
export type TagElement = string | readonly [role: string, inside: readonly TagElement[]];

/** Tags of the first page's marked content, in the order of its ids. */
export function tagged(elements: readonly TagElement[]): Catalogue {
  const objects = new Map<number, string>();
  const leaves: string[] = [];
  let next = FIRST + 1;
  const write = (element: TagElement, parent: number): string => {
    const number = next++;
    const [role, inside] = typeof element === "string" ? [element, null] : element;
    const content = inside ? `[${inside.map((one) => write(one, number)).join(" ")}]` : leaves.length;
    if (!inside) leaves.push(`${number} 0 R`);
    const place = `/P ${parent} 0 R /Pg ${pageObject(0)} 0 R`;
    objects.set(number, `<< /Type /StructElem /S /${role} ${place} /K ${content} >>`);
    return `${number} 0 R`;
  };
  const document = write(["Document", elements], FIRST);
  const root = `<< /Type /StructTreeRoot /K ${document} /ParentTree << /Nums [0 [${leaves.join(" ")}]] >> >>`;
  return { entries: `/MarkInfo << /Marked true >> /StructTreeRoot ${FIRST} 0 R`, objects: objects.set(FIRST, root) };
}

const utf16 = (text: string) =>
  `FEFF${[...text].map((sign) => sign.charCodeAt(0).toString(16).padStart(4, "0")).join("")}`;
