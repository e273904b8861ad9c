import { UnreadableDocumentError } from "@retrieval/core/ports";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";

/** Limits beyond any real document; the XML would be some 20,000 pages. */
const ENTRIES_MAX = 2_000;
const INFLATED_BYTES_MAX = 100_000_000;

const ZIP_SIGNATURE = [0x50, 0x4b];

/** The files in an Office file, each read on request. */
export interface Package {
  has(name: string): boolean;
  read(name: string): Promise<Uint8Array>;
}

/**
 * Opens a .docx, .xlsx or .pptx without unpacking it.
 *
 * @throws UnreadableDocumentError, here and on reading, if it is not an intact ZIP file or exceeds the limits
 */
export async function openPackage(bytes: Uint8Array): Promise<Package> {
  if (!startsWith(bytes, ZIP_SIGNATURE)) {
    throw new UnreadableDocumentError({ code: "office.not_office" });
  }
  const zip = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const entries = await listEntries(zip);
  let inflated = 0;
  return {
    has: (name) => entries.has(name),
    read: async (name) => {
      const entry = entries.get(name);
      if (!entry) throw new UnreadableDocumentError({ code: "office.damaged" });
      // A file that inflates to another size than declared causes an error below.
      inflated += entry.uncompressedSize;
      if (inflated > INFLATED_BYTES_MAX) throw new UnreadableDocumentError({ code: "office.too_large" });
      return readEntry(zip, entry);
    },
  };
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]) => signature.every((byte, i) => bytes[i] === byte);

function openZip(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true, autoClose: false }, (error, zip) => {
      if (error) reject(new UnreadableDocumentError({ code: "office.damaged" }));
      else resolve(zip);
    });
  });
}

function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > ENTRIES_MAX) throw new UnreadableDocumentError({ code: "office.too_large" });
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    const refuse = () => reject(new UnreadableDocumentError({ code: "office.damaged" }));
    zip.on("error", refuse);
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      // If two files have one name, programs read different ones.
      if (entries.has(entry.fileName) || entry.isEncrypted()) return refuse();
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function readEntry(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new UnreadableDocumentError({ code: "office.damaged" }));
    zip.openReadStream(entry, (error, stream) => {
      if (error) return refuse();
      const chunks: Buffer[] = [];
      stream.on("error", refuse);
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => resolve(Buffer.concat(chunks)));
    });
  });
}
