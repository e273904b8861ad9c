import type { Options } from "rehype-remark";

/** Converts HTML elements to mdast nodes, by element name. */
export type HtmlHandlers = NonNullable<Options["handlers"]>;
