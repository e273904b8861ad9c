export { createAssistants } from "./assistants.js";
