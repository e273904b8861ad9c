import { EVALUATION_SEMANTICS, EVALUATIONS_MAX } from "@retrieval/core/limits";
import Type, { type TProperties } from "typebox";
import { ADDRESSES, type OperationId } from "./addresses.js";
import { jsonBody, LONG, operationsOf } from "./parts/define.js";
import { DOCUMENT, USER } from "./parts/examples.js";
import { ProblemSchema } from "./parts/problem-schema.js";
import { Reasons } from "./parts/rule-shapes.js";
import { closed, named } from "./parts/shapes.js";
import { count, flag, text } from "./parts/values.js";

/** Receivers ignore unknown fields (AuthZEN Authorization API 1.0, section 10.1.1). */
const open = <P extends TProperties>($id: string, description: string, properties: P) =>
  Type.Object(properties, { $id, description });
const ignored = (description: string) => Type.Optional(Type.Object({}, { description }));

const ENTITY = {
  type: Type.String({ description: "Its kind." }),
  id: Type.String({ description: "Its identifier." }),
};
const subject = open(
  "AccessSubject",
  "The user: type `user`, id the user_id. The service’s own record decides, not `properties`.",
  ENTITY,
);
const resource = open(
  "AccessResource",
  "The document: type `document`, id the document_id. `properties` is ignored.",
  ENTITY,
);
const action = open("AccessAction", "What the user would do: `read`.", {
  name: Type.String({ description: "Its name." }),
});
const searched = (of: string) =>
  open(`Searched${of}`, "What is looked for.", {
    type: ENTITY.type,
    id: Type.Optional(Type.Unknown({ description: "Ignored." })),
  });
const context = ignored("Ignored: access depends on the user and the rule alone.");

const DecisionSchema = named("AccessDecision", "Whether the user may read the document now.", {
  decision: flag("false also for an unknown or inactive user, an unknown document, and other types and actions."),
  context: closed(
    {
      reasons: Reasons,
      problems: Type.Array(ProblemSchema, {
        examples: [[]],
        description: "Why it is not a question that the service decides; empty: it is one.",
      }),
    },
    { description: "Why." },
  ),
});
const DecisionsSchema = named("AccessDecisions", "A decision for each evaluation, in their order.", {
  evaluations: Type.Array(DecisionSchema, { description: "Fewer where the semantic ends with the first one." }),
});

const AnswerSchema = Type.Union([DecisionsSchema, DecisionSchema], {
  $id: "AccessEvaluationsAnswer",
  description: "The decisions of the evaluations; without evaluations, the one decision.",
});

const ORIGIN = "https://documents.example.com";
const address = (id: OperationId) => text(`The address of \`${id}\`.`, `${ORIGIN}${ADDRESSES[id].path}`);

const PagedBody = {
  context,
  page: Type.Optional(
    open("AccessPage", "The page to answer.", {
      token: Type.Optional(Type.String({ maxLength: 2048, description: "`next_token` of the page before." })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, description: "The most results of a page; never more than 1,000." }),
      ),
    }),
  ),
};
const FoundSchema = named("AccessSearchResults", "A page of what was found, in code-point order of the ids.", {
  page: closed(
    {
      next_token: text("`token` of the next page; empty at the end.", ""),
      count: count("The results of this page.", 1),
    },
    { description: "The place of the page." },
  ),
  results: Type.Array(
    closed({ type: text("As it was asked for.", "user"), id: text("The user_id or document_id.", USER.user_id) }),
    { description: "The results." },
  ),
});

const QUESTION = {
  subject: { type: "user", id: USER.user_id },
  action: { name: "read" },
  resource: { type: "document", id: DOCUMENT.document_id },
} as const;
/** AuthZEN has no 415: another Content-Type is a bad request. Callers may send long properties, which are ignored. */
const GIVEN = { otherType: "INVALID_REQUEST", ...LONG } as const;
const BY_SERVICES = { opensTo: ["session", "authzen"] } as const;
const OPEN =
  "Other fields of the body are ignored. An `X-Request-Id` of at most 128 letters, digits and `_.:;,#=+/|@~-` comes back.";
const FIRST_PAGES = "`next_token` is bound to the question. ";

export const authzenOperations = operationsOf("Access decisions", {
  evaluateAccess: {
    ...BY_SERVICES,
    summary: "Decide whether a user may read a document",
    description: `Access Evaluation of the OpenID AuthZEN Authorization API 1.0. A document may be read while a version of it is in force. ${OPEN}`,
    body: jsonBody(open("AccessEvaluationRequest", "The question.", { subject, action, resource, context }), GIVEN),
    example: { bodies: { "application/json": QUESTION } },
    answers: { 200: { description: "The decision.", json: DecisionSchema } },
  },
  evaluateAccesses: {
    ...BY_SERVICES,
    summary: "Decide several questions of access",
    description: `Access Evaluations of AuthZEN. What an evaluation lacks comes from the fields beside \`evaluations\`; one that still lacks a field is decided with false. Without evaluations it answers like \`evaluateAccess\`. ${OPEN}`,
    body: jsonBody(
      open("AccessEvaluationsRequest", "The questions.", {
        subject: Type.Optional(subject),
        action: Type.Optional(action),
        resource: Type.Optional(resource),
        context,
        evaluations: Type.Optional(
          Type.Array(
            open("AccessEvaluation", "A question, or what it has of its own.", {
              subject: Type.Optional(subject),
              action: Type.Optional(action),
              resource: Type.Optional(resource),
              context,
            }),
            { maxItems: EVALUATIONS_MAX, description: "The questions." },
          ),
        ),
        options: Type.Optional(
          open("AccessEvaluationsOptions", "How they are decided.", {
            evaluations_semantic: Type.Optional(
              Type.Enum([...EVALUATION_SEMANTICS], {
                description:
                  "execute_all, the default: all. The others end with the first denial, or with the first permit.",
              }),
            ),
          }),
        ),
      }),
      { ...GIVEN, entries: "evaluations" },
    ),
    example: {
      bodies: {
        "application/json": {
          ...{ subject: QUESTION.subject, action: QUESTION.action },
          evaluations: [{ resource: QUESTION.resource }, { resource: { type: "document", id: "travel-rules" } }],
        },
      },
    },
    answers: { 200: { description: "The decisions.", json: AnswerSchema } },
  },
  searchSubjects: {
    ...BY_SERVICES,
    summary: "Find the users who may read a document",
    description: `Subject Search of AuthZEN: active users, also administrators and developers. ${FIRST_PAGES}${OPEN}`,
    body: jsonBody(
      open("SubjectSearchRequest", "The document.", { subject: searched("Subject"), action, resource, ...PagedBody }),
      GIVEN,
    ),
    example: { bodies: { "application/json": { ...QUESTION, subject: { type: "user" } } } },
    answers: { 200: { description: "A page of users.", json: FoundSchema } },
  },
  searchResources: {
    ...BY_SERVICES,
    summary: "Find the documents that a user may read",
    description: `Resource Search of AuthZEN: documents with a version in force. ${FIRST_PAGES}${OPEN}`,
    body: jsonBody(
      open("ResourceSearchRequest", "The user.", { subject, action, resource: searched("Resource"), ...PagedBody }),
      GIVEN,
    ),
    example: { bodies: { "application/json": { ...QUESTION, resource: { type: "document" } } } },
    answers: { 200: { description: "A page of documents.", json: FoundSchema } },
  },
  readAuthzenConfiguration: {
    access: "public",
    summary: "Read where access is decided",
    description: "Policy Decision Point Metadata of AuthZEN. It needs PUBLIC_URL.",
    answers: {
      200: {
        description: "The addresses.",
        json: named("AuthzenConfiguration", "The addresses of access decisions.", {
          policy_decision_point: text("PUBLIC_URL.", ORIGIN),
          access_evaluation_endpoint: address("evaluateAccess"),
          access_evaluations_endpoint: address("evaluateAccesses"),
          search_subject_endpoint: address("searchSubjects"),
          search_resource_endpoint: address("searchResources"),
        }),
      },
    },
    refusals: ["NOT_FOUND"],
  },
});
