export { EmbeddedModel } from "./embedded-model.js";
