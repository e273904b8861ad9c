import type { Assistants } from "@retrieval/http";
import type { Settings } from "../settings/settings.js";
import { VERSION } from "../version.js";

/** The address for assistants. Without MCP=true, its library is not even loaded. */
export async function loadAssistants({ assistantsAt }: Pick<Settings, "assistantsAt">): Promise<Assistants | null> {
  if (assistantsAt === null) return null;
  const { createAssistants } = await import("@retrieval/mcp");
  return createAssistants({ origin: assistantsAt, version: VERSION });
}
