import { fileURLToPath } from "node:url";

/** Vectors of other weights must have another name. */
export const MODEL = "multilingual-e5-small-q4";
export const DIMENSIONS = 384;

/** The path of a file of the model. src/ and dist/ have the same depth. */
export const modelFile = (name: string): string => fileURLToPath(new URL(`../model/${name}`, import.meta.url));
