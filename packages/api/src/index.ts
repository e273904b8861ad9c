export * from "./texts.js";
