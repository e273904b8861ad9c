import { findLibraries } from "./libraries.js";
import { LANGUAGES } from "./recognise-picture.js";

findLibraries(LANGUAGES);

/**
 * The script of a thread that answers each `PageQuestion` of `@retrieval/core/ports` with a `RecognisedPage`. Whoever
 * starts it limits its time and memory. Importing this loads no library; it throws if one is not installed.
 */
// src/ and dist/ have the same depth.
export const RECOGNISING_THREAD = new URL("../dist/recognising-thread.js", import.meta.url);
