import {
  NAME_MAX,
  TOKEN_AUDIENCES,
  TOKEN_DAYS,
  TOKEN_MINUTES,
  TOKEN_ROLES,
  TOKENS_PER_USER,
} from "@retrieval/core/limits";
import Type from "typebox";
import { jsonBody, operationsOf } from "./parts/define.js";
import { CLIENT_ID, TOKEN_ID } from "./parts/examples.js";
import { named, nullable, pageOfList } from "./parts/shapes.js";
import { count, text, timestamp } from "./parts/values.js";

const TOKEN = {
  token_id: text("The token's identifier.", TOKEN_ID),
  name: text("The user's own name for it.", "Weekly report"),
  audience: Type.Enum([...TOKEN_AUDIENCES], {
    description:
      "What it opens. api: the operations that say so, which only read. mcp: the address for assistants, /mcp. authzen: decisions about access, for other services.",
  }),
  role: Type.Enum([...TOKEN_ROLES], {
    description:
      "The role in which it reads. user: what the access rules allow its user. admin: all documents, while its user is an administrator.",
  }),
  expires_at: timestamp("When it ends, or an application gets no further one."),
  client_id: nullable(
    text("The application that its user connected, by the address of its document; null: there is none.", CLIENT_ID),
  ),
  last_used_at: nullable(timestamp("At most a minute too early; null: it was never used.")),
};

const AccessTokenSchema = named("AccessToken", "An access token, without the token itself.", TOKEN);
const AccessTokensSchema = pageOfList("AccessTokenList", AccessTokenSchema);
const NewTokenSchema = named("NewAccessToken", "An access token with the token itself.", {
  ...TOKEN,
  token: text("For the Authorization header. It is not stored and is never shown again."),
});

const NewTokenBody = named("AccessTokenRequest", "The access token to create.", {
  // Core judges its characters, and names the one that it refuses.
  name: Type.String({ minLength: 1, maxLength: NAME_MAX, description: "One line." }),
  audience: Type.Enum([...TOKEN_AUDIENCES], { description: "What it opens." }),
  days: Type.Integer({ minimum: TOKEN_DAYS.min, maximum: TOKEN_DAYS.max, description: "How long it lives." }),
  role: Type.Optional(
    Type.Enum([...TOKEN_ROLES], {
      description:
        "Only an administrator may ask for admin. Without it: user. A token of the audience authzen has the role admin, whatever is asked.",
    }),
  ),
});

const LIST = { description: "The tokens that have not ended, the newest first.", json: AccessTokensSchema };

export const accessTokenOperations = operationsOf("Access tokens", {
  listOwnTokens: {
    access: "reader",
    summary: "List your own access tokens",
    description: "Only with the token of a session.",
    answers: { 200: LIST },
  },
  createToken: {
    access: "reader",
    summary: "Create an access token",
    description: `For an assistant or a script that reads what the access rules allow you: as \`user\`, also if you are an administrator or a developer, unless an administrator asks for the role admin. Only within ${TOKEN_MINUTES} minutes of a sign-in; afterwards open the service from the portal again. It opens neither management (but for \`listChanges\`, with the role admin) nor the operations on tokens, whatever your role is, and it ends when it expires, when you or an administrator revoke it, when an administrator signs you out, and when you are deactivated. A user has at most ${TOKENS_PER_USER}, and creates at most 60 in an hour. Only with the token of a session.`,
    hasSecret: true,
    body: jsonBody(NewTokenBody),
    example: { bodies: { "application/json": { name: "Weekly report", audience: "api", days: 90 } } },
    answers: { 201: { description: "The token, shown this once.", json: NewTokenSchema } },
    refusals: ["FORBIDDEN", "CONFLICT"],
  },
  revokeOwnToken: {
    access: "reader",
    summary: "Revoke an access token",
    description: "It is refused from the next request on. Only with the token of a session.",
    answers: { 204: { description: "It is revoked." } },
    refusals: ["TOKEN_NOT_FOUND"],
  },
  listTokensOfUser: {
    summary: "List the access tokens of a user",
    answers: { 200: LIST },
    refusals: ["USER_NOT_FOUND"],
  },
  revokeTokenOfUser: {
    summary: "Revoke an access token of a user",
    description: "It is refused from the next request on. `signOutUser` ends all of them.",
    answers: { 204: { description: "It is revoked." } },
    refusals: ["TOKEN_NOT_FOUND"],
  },
  revokeAllTokens: {
    summary: "Revoke the access tokens of all users",
    description:
      "They are refused from the next request on; users can create new ones. For example after a restore, which brings back tokens that were revoked since the backup. Sessions go on.",
    answers: {
      200: {
        description: "How many there were.",
        json: named("RevokedTokens", "How many tokens were revoked.", {
          revoked: count("Some may have expired already."),
        }),
      },
    },
  },
});
