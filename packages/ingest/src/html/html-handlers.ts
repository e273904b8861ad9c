import type { Options } from "rehype-remark";

/** How elements of HTML become nodes of mdast, by the element's name. */
export type HtmlHandlers = NonNullable<Options["handlers"]>;
