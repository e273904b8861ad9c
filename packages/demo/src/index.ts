export { runDemo } from "./demo.js";
export { html } from "./portal/html.js";
export { PortalPeople } from "./portal/people.js";
export { type RunningPortal, startPortal } from "./portal/start-portal.js";
export * from "./sample-company/index.js";
