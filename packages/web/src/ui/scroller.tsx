import type { ComponentProps } from "react";
import { classes } from "./classes.js";
import edges from "./edges.module.css";

/** A region that scrolls sideways, by keyboard too, where its content is wider; a shadow shows that it goes on. */
export function Scroller({ className, ...rest }: ComponentProps<"section"> & { readonly "aria-label": string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <section className={classes(edges.edges, className)} tabIndex={0} {...rest} />;
}
