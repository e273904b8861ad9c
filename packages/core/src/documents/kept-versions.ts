/** How much of older versions is kept. */
export interface KeptVersions {
  /** Older versions of one document (KEEP_VERSIONS). */
  readonly versions: number;
  /** Chunks of older versions of all documents; beyond that the oldest versions are removed. */
  readonly chunks: number;
  /** Versions of one document, with the published one, whose original files are kept. */
  readonly originals: number;
}

export const KEPT_VERSIONS: KeptVersions = { versions: 20, chunks: 500_000, originals: 3 };
