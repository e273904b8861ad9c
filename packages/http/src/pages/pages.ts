/** A file's content in one encoding. */
export interface Encoded {
  readonly bytes: Buffer;
  /** By content, so that every instance and every start say the same. */
  readonly etag: string;
}

/** One file of the built pages. */
export interface PageFile {
  /** As its name ends: `.js`. */
  readonly extension: string;
  readonly plain: Encoded;
  /** The same, compressed by the build. */
  readonly br: Encoded | null;
  readonly gzip: Encoded | null;
}

/** The built pages, as they were when the service started. */
export interface Pages {
  /** Answers every address of a page; what it shows is decided in the browser. */
  readonly index: PageFile;
  /** Everything else, by its address: `/assets/index-1a2b3c.js`, `/guide/en/readers.html`. */
  readonly files: ReadonlyMap<string, PageFile>;
  /** Hashes of the inline scripts of `index`, as a Content-Security-Policy names them: `sha256-…`. */
  readonly inlineScripts: readonly string[];
}
