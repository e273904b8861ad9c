import Type from "typebox";
import { operationsOf } from "../operation.js";
import { AuditEntrySchema, ReadableSchema, ReadersSchema } from "../schemas/audit.js";
import { pageOfList } from "../schemas/describes.js";
import { Moment } from "../schemas/texts.js";
import { AT, DOCUMENT, PERSON } from "./examples.js";

const csv = (example: string) => ({
  texts: { "text/csv": { description: "The same as CSV, with format=csv or by Accept: text/csv.", example } },
  headers: ["Content-Disposition" as const],
});
const BOTH_FORMS = "As JSON, or as CSV with a byte order mark.";
const REASONS = [{ by: "user", value: PERSON.user_id }];
const ACCESS_CSV =
  "\uFEFFat,document_id,title,version,user_id,display_name,reasons\r\n" +
  `${AT},work-rules,Work rules,2026-04-01,900001,Sato Hanako,user 900001\r\n`;
/** A day that has not come says: as of now. */
const AS_OF_NOW = "2999-12-31";

export const auditOperations = operationsOf("Audit", {
  listAuditEntries: {
    summary: "List what happened",
    description: `The newest first. ${BOTH_FORMS} A CSV has all entries that match, whatever the limit.`,
    query: { from: Type.Optional(Moment), to: Type.Optional(Moment) },
    example: { query: { document_id: DOCUMENT.document_id, kind: "document-published" } },
    answers: {
      200: {
        description: "A page of entries.",
        json: pageOfList({ entries: Type.Array(AuditEntrySchema) }),
        example: {
          entries: [
            {
              at: AT,
              kind: "document-published",
              by_user: "000001",
              user_id: null,
              document_id: DOCUMENT.document_id,
              details: { version: DOCUMENT.version },
            },
          ],
          next_cursor: null,
        },
        ...csv(`\uFEFFat,kind,by_user,user_id,document_id,details\r\n${AT},document-deleted,000001,,work-rules,{}\r\n`),
      },
    },
  },
  whoCouldRead: {
    summary: "Say who could read a document at a moment",
    description: `A day without a time means its end. The question itself is recorded. ${BOTH_FORMS}`,
    query: { at: Moment },
    example: { query: { document_id: DOCUMENT.document_id, at: AS_OF_NOW } },
    answers: {
      200: {
        description: "Everybody who could, with the reasons.",
        json: ReadersSchema,
        example: { document: DOCUMENT, at: AT, readers: [{ ...PERSON, reasons: REASONS }] },
        ...csv(ACCESS_CSV),
      },
    },
    refusals: ["DOCUMENT_NOT_FOUND"],
  },
  couldRead: {
    summary: "Say what a person could read at a moment",
    description: `A day without a time means its end. The question itself is recorded. ${BOTH_FORMS}`,
    query: { at: Moment },
    example: { query: { user_id: PERSON.user_id, at: AS_OF_NOW } },
    answers: {
      200: {
        description: "Every document that they could, with the reasons.",
        json: ReadableSchema,
        example: { user: PERSON, at: AT, documents: [{ ...DOCUMENT, reasons: REASONS }] },
        ...csv(ACCESS_CSV),
      },
    },
    refusals: ["USER_NOT_FOUND"],
  },
});
