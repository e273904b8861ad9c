export { isolate } from "@retrieval/api/pages";
