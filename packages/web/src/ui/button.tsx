import type { AnchorHTMLAttributes } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { Link } from "wouter";
import styles from "./button.module.css";
import { classes } from "./classes.js";

interface Look {
  /** `primary`: the main action of the page, at most one beside the others. */
  readonly look?: "primary" | "danger" | "quiet";
  readonly small?: boolean;
}

const classesOf = ({ look, small }: Look) => classes(styles.button, look && styles[look], small && styles.small);

export function Button({ look, small, ...props }: Omit<AriaButtonProps, "className"> & Look) {
  return <AriaButton {...props} className={classesOf({ ...(look && { look }), ...(small && { small }) })} />;
}

/** A link to one of our pages, styled as a button. */
export function ButtonLink({ look, small, href, children }: Look & { href: string; children: React.ReactNode }) {
  return (
    <Link href={href} className={classesOf({ ...(look && { look }), ...(small && { small }) })}>
      {children}
    </Link>
  );
}

/** A link to another site, styled as a button. */
export function ButtonAnchor({ look, small, ...props }: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...props} className={classesOf({ ...(look && { look }), ...(small && { small }) })} />;
}
