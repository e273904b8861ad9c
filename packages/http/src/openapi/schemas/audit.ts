import { AUDIT_KINDS, type AuditEntryView, type DocumentsAt, type ReadersAt } from "@retrieval/core";
import Type from "typebox";
import { Reasons } from "./access.js";
import { closed, describes, nullable } from "./describes.js";
import { DocumentHeadSchema } from "./documents.js";
import { Timestamp } from "./texts.js";

export const AuditEntrySchema = describes<AuditEntryView>()(
  closed(
    {
      at: Timestamp,
      kind: Type.Enum([...AUDIT_KINDS]),
      by_user: nullable(Type.String(), { description: "null: the service itself, or somebody not signed in." }),
      user_id: nullable(Type.String(), { description: "Whom it is about." }),
      document_id: nullable(Type.String()),
      details: Type.Unsafe<object>({ type: "object", description: "Whatever else there is to say of this kind." }),
    },
    { $id: "AuditEntry" },
  ),
);

type At = { readonly at: string };

const person = { user_id: Type.String(), display_name: Type.String() };
const { document_id, title, version } = DocumentHeadSchema.properties;

export const ReadersSchema = describes<ReadersAt & At>()(
  closed({
    document: DocumentHeadSchema,
    at: Timestamp,
    readers: Type.Array(closed({ ...person, reasons: Reasons })),
  }),
);

export const ReadableSchema = describes<DocumentsAt & At>()(
  closed({
    user: closed(person),
    at: Timestamp,
    documents: Type.Array(closed({ document_id, title, version, reasons: Reasons })),
  }),
);
