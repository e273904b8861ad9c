import type { Assistants, AuthorizationServer } from "@retrieval/http";
import type { AuthorizationServerParts } from "../oauth/authorization-server.js";
import type { Settings } from "../settings/settings.js";
import { VERSION } from "../version.js";

/** The address for assistants, and the authorization server of the applications that users connect to it. */
export interface LoadedAssistants {
  readonly assistants: Assistants;
  readonly authorizationServerOf: (parts: Omit<AuthorizationServerParts, "origin">) => AuthorizationServer;
}

/** Without MCP=true, their libraries are not even loaded. */
export async function loadAssistants({
  MCP,
  PUBLIC_URL,
}: Pick<Settings, "MCP" | "PUBLIC_URL">): Promise<LoadedAssistants | null> {
  if (!MCP || PUBLIC_URL === null) return null;
  const origin = PUBLIC_URL;
  const [{ createAssistants }, { OidcAuthorizationServer }] = await Promise.all([
    import("@retrieval/mcp"),
    import("../oauth/authorization-server.js"),
  ]);
  return {
    assistants: createAssistants({ origin, version: VERSION }),
    authorizationServerOf: (parts) => new OidcAuthorizationServer({ ...parts, origin }),
  };
}
