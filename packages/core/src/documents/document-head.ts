/** The fields of a document that every answer carries (SPEC 2.6). */
export interface DocumentHead {
  readonly document_id: string;
  readonly title: string;
  /** A date-like text. */
  readonly version: string;
}

/** A published version, which its time tells from another one of the same name. */
export interface PublishedHead extends DocumentHead {
  /** When this version was published, in milliseconds since 1970. */
  readonly published_at: number;
}
