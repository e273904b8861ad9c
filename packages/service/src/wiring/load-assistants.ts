import type { Assistants } from "@retrieval/http";
import type { Settings } from "../settings/settings.js";
import { VERSION } from "../version.js";

/** The address for assistants. Without MCP=true, its library is not even loaded. */
export async function loadAssistants({
  MCP,
  PUBLIC_URL,
}: Pick<Settings, "MCP" | "PUBLIC_URL">): Promise<Assistants | null> {
  if (!MCP || PUBLIC_URL === null) return null;
  const { createAssistants } = await import("@retrieval/mcp");
  return createAssistants({ origin: PUBLIC_URL, version: VERSION });
}
