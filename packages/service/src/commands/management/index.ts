import type { Command } from "commander";
import { registerCallCommand } from "./call.js";
import { registerDepartmentCommands } from "./departments.js";
import { registerDocumentCommands } from "./documents.js";
import { registerOperationsCommand } from "./operations.js";
import { processTerminal, type Terminal } from "./terminal.js";
import { registerUserCommands } from "./users.js";

/** The commands that are clients of a running service: any operation of its API, and work of more than one request. */
export function registerManagementCommands(program: Command, terminal: Terminal = processTerminal): void {
  registerOperationsCommand(program, terminal);
  registerCallCommand(program, terminal);
  registerUserCommands(program, terminal);
  registerDepartmentCommands(program, terminal);
  registerDocumentCommands(program, terminal);
}
