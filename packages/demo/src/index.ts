export { runDemo } from "./demo.js";
export { html } from "./portal/html.js";
export { type RunningPortal, startPortal } from "./portal/start-portal.js";
export { PortalUsers } from "./portal/users.js";
export * from "./sample-company/index.js";
