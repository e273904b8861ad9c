import { type Access, type Credential, OPERATION_LIST, type Operation, TAGS } from "@retrieval/api";
import type { AppDeps } from "../deps.js";
import { Components, type Json } from "./components.js";
import { goodAnswers } from "./good-answers.js";
import { parametersOf, templateOf } from "./operation-parameters.js";
import { REFUSALS_OF_THE_SERVER, refusalAnswers, refusalsOf } from "./refusals.js";
import { requestBodyOf } from "./request-body.js";

export interface OpenApiDocument extends Json {
  /** By path, then by method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** What the document needs to know about the service. */
export type DocumentedService = Pick<AppDeps, "version" | "documentTypes" | "httpsOnly">;

const DESCRIPTION = `
Signs employees in from a portal, decides who sees which document, and answers structured chunks, ready to display.

- Whatever goes wrong is answered in one error body, \`{"error": {"code", "message", "problems"}}\`. The codes are for programs.
- A query parameter that an operation does not know, or that occurs twice, is 400.
- GET is answered to HEAD too, without the body. Another method is 405 with \`Allow\`.
- An address that is not in this document is 404 with the code NOT_FOUND, or a page of the service.
- Browsers may call from the portal's origin alone: \`OPTIONS\` below /api answers what CORS asks.
- Lists answer \`items\` and \`next_cursor\`. They are paged: send \`next_cursor\` as \`cursor\`, until it is null.

**Versions.** \`info.version\` is the version of the service, and follows Semantic Versioning: CHANGELOG.md names each change under Added, Changed, Fixed or Breaking. Addresses carry no version. A newer version may add operations, parameters, fields of answers, values of enumerations and codes of problems, so ignore what you do not know. Until 1.0.0 a minor version can break; from 1.0.0 on only a major version does. What will go is marked \`deprecated\` in this document, with what replaces it, from one minor version before at the latest. Sign-in, bulk import and \`/api/reference\` keep their shape.

**Any operation** can answer, beside its own refusals and in the same error body:

${[...REFUSALS_OF_THE_SERVER].map(([status, text]) => `- ${status}: ${text}`).join("\n")}
`.trim();

/** The API as OpenAPI 3.1, made from the operations and the schemas that validate. */
export function openApiDocument(service: DocumentedService): OpenApiDocument {
  const components = new Components();
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of OPERATION_LIST) {
    const path = templateOf(operation.path);
    paths[path] = { ...paths[path], [operation.method]: operationOf(operation, service, components) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Retrieval Service",
      version: service.version,
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The service that serves this document." }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...components.all(),
      securitySchemes: {
        session: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The session token of `issueSessionToken`. Role and groups are those of the live record.",
        },
        access_token: {
          type: "http",
          scheme: "bearer",
          description:
            "An access token of `createToken` with the audience `api`, which reads as its user; for access decisions, one with the audience `authzen`.",
        },
      },
    },
  };
}

/** The array names the roles that are needed (OpenAPI 3.1, "Security Requirement Object"). */
function securityOf(credential: Credential, access: Access): Json {
  return { [credential === "session" ? "session" : "access_token"]: access === "admin" ? ["admin"] : [] };
}

function operationOf(operation: Operation, service: DocumentedService, components: Components): Json {
  const { operationId, tag, access, opensTo = ["session"], summary, description } = operation;
  const parameters = parametersOf(operation, components);
  const requestBody = requestBodyOf(operation, service, components);
  const needs = access === "admin" ? "Needs the role admin." : "";
  const said = [description, needs].filter(Boolean).join("\n\n");
  return {
    operationId,
    tags: [tag],
    summary,
    ...(said && { description: said }),
    security: access === "public" ? [] : opensTo.map((credential) => securityOf(credential, access)),
    parameters,
    ...(requestBody && { requestBody }),
    responses: {
      ...goodAnswers(operation.answers, components),
      ...refusalAnswers(refusalsOf(operation, service), components),
    },
  };
}
