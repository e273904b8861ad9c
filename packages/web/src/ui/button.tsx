import { type AnchorHTMLAttributes, useState } from "react";
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

/** A button. Disabled by its own press, it keeps the keyboard focus, and does nothing, until the user moves on. */
export function Button(props: Omit<AriaButtonProps, "className" | "onFocusChange"> & Look) {
  const { look, small, isDisabled = false, isPending = false, ...others } = props;
  const [isFocused, setFocused] = useState(false);
  // The browser would move the focus of a disabled button to the beginning of the page.
  const isHeld = isDisabled && isFocused;
  return (
    <AriaButton
      {...others}
      isDisabled={isDisabled && !isHeld}
      isPending={isPending || isHeld}
      onFocusChange={setFocused}
      className={classes(classesOf({ ...(look && { look }), ...(small && { small }) }), isHeld && styles.held)}
    />
  );
}

/** A link to one of our pages, styled as a button. */
export function ButtonLink({
  look,
  small,
  ...props
}: Look & {
  href: string;
  replace?: boolean;
  onClick?: () => void;
  "aria-label"?: string;
  children: React.ReactNode;
}) {
  return <Link {...props} className={classesOf({ ...(look && { look }), ...(small && { small }) })} />;
}

/** A link to another site, styled as a button. */
export function ButtonAnchor({ look, small, ...props }: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...props} className={classesOf({ ...(look && { look }), ...(small && { small }) })} />;
}
