import type { ACCESS_TOKEN_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const accessTokens: TextsOf<keyof typeof ACCESS_TOKEN_PROBLEMS> = {
  "access_token.not_valid": () =>
    "The access token is not valid, has expired or was revoked. Create a new one in the pages",
  "access_token.unknown": () => "There is no such access token, or it has ended",
  "access_token.other_audience": () => "This kind of token does not open this address",
  "access_token.no_principals": () =>
    "An access token does not show the department and groups of its user. Ask without principals, or with the token of a session",
  "access_tokens.too_many": ({ max }) => `You have ${max} access tokens, which is the maximum. Revoke one first`,
  "access_tokens.too_many_new": ({ max }) =>
    `You have created ${max} access tokens in this hour, which is the maximum. Wait until the next hour`,
  "access_tokens.sign_in_again": ({ minutes }) =>
    `An access token can be created, or an application connected, only within ${minutes} minutes of signing in. Open the service from the portal again`,
  "access_tokens.off": () => "Access tokens are turned off on this service",
  "authorization.no_registration": () =>
    "Applications do not register at this service: each is named by the address of its client ID metadata document. For one without a document, create an access token in the pages, and paste it into the application",
  "authorization.unknown": () =>
    "No application waits here for your answer: it has expired, is answered already, or began in another browser. Start again from the application",
  "assistants.off": () => "The address for assistants is turned off on this service",
};
