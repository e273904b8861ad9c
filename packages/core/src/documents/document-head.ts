/** The fields of a document that every answer carries (SPEC 2.6). */
export interface DocumentHead {
  readonly document_id: string;
  readonly title: string;
  /** A date-like text. */
  readonly version: string;
}
