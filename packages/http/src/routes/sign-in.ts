import { isRefusal, signIn } from "@retrieval/core";
import Type from "typebox";
import { route } from "../pipeline/route.js";

/** SPEC 4.1. What else a portal sends along is ignored; what core's checks say of these three goes further. */
export const SsoTokenBody = Type.Object({
  user_id: Type.String({ minLength: 1, maxLength: 128 }),
  timestamp: Type.Integer({ minimum: 0, maximum: 99_999_999_999 }),
  signature: Type.String(),
});

export const signInRoutes = [
  route({
    method: "post",
    path: "/api/auth/sso-token",
    access: "public",
    body: { kind: "json", limit: 16 * 1024, schema: SsoTokenBody },
    limitedFailures: ["INVALID_REQUEST", "INVALID_SIGNATURE"],
    async handle({ body, req }, deps) {
      const policy = { signIn: deps.signIn, session: deps.session };
      const answer = await signIn(body, policy, {
        ...deps,
        newTokenId: deps.newId,
        onPreviousSecret: (user_id) =>
          req.log.warn({ user_id }, "a request signed with the previous secret was accepted"),
      });
      return isRefusal(answer) ? answer : { status: 200, body: answer };
    },
  }),
];
