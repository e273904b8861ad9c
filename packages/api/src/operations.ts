/** The table of the API's operations alone, for programs that load it only where they need it: its schemas take long. */
export { OPERATION_LIST, OPERATIONS } from "./all-operations.js";
export { needsTag, type Operation, TAGS } from "./parts/define.js";
export { PATH_PARAMETERS } from "./parts/parameters.js";
