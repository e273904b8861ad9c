import type { Command } from "commander";
import { registerAccessCommands } from "./access.js";
import { registerAuditCommands } from "./audit.js";
import { registerCallCommand } from "./call.js";
import { registerDepartmentCommands } from "./departments.js";
import { registerDocumentCommands } from "./documents.js";
import { registerGroupCommands } from "./groups.js";
import { registerJobCommands } from "./jobs.js";
import { registerOperationsCommand } from "./operations.js";
import { registerSearchCommand } from "./search.js";
import { processTerminal, type Terminal } from "./terminal.js";
import { registerTokenCommands } from "./tokens.js";
import { registerUserCommands } from "./users.js";
import { registerVocabularyCommands } from "./vocabulary.js";

/** The commands that are clients of a running service's management API. */
export function registerManagementCommands(program: Command, terminal: Terminal = processTerminal): void {
  registerOperationsCommand(program, terminal);
  registerCallCommand(program, terminal);
  registerUserCommands(program, terminal);
  registerTokenCommands(program, terminal);
  registerDepartmentCommands(program, terminal);
  registerGroupCommands(program, terminal);
  registerDocumentCommands(program, terminal);
  registerJobCommands(program, terminal);
  registerAccessCommands(program, terminal);
  registerAuditCommands(program, terminal);
  registerSearchCommand(program, terminal);
  registerVocabularyCommands(program, terminal);
}
