export type * from "./answers.js";
export * from "./texts.js";
