import type { ComponentProps, ElementType, ReactNode } from "react";
import { classes } from "./classes.js";
import styles from "./layout.module.css";

/** Steps of the scale of spaces in base.css. */
type Space = 0 | 1 | 2 | 3 | 4 | 5 | 6;
type As<Tag extends ElementType, Own> = Own & { readonly as?: Tag } & Omit<ComponentProps<Tag>, keyof Own | "as">;

const space = (step: Space) => `var(--space-${step})`;

interface StackProps {
  readonly gap: Space;
  /** As wide as what one reads, or what one types. */
  readonly narrow?: "page" | "field";
}

/** One below the other. */
export function Stack<Tag extends ElementType = "div">(props: As<Tag, StackProps>) {
  const { as: Tag = "div", gap, narrow, className, ...rest } = props as As<"div", StackProps>;
  return (
    <Tag {...rest} className={classes(styles.stack, narrow && styles[narrow], className)} style={{ gap: space(gap) }} />
  );
}

interface RowProps {
  /** Between lines and between what stands on one, or the same for both. */
  readonly gap: Space | readonly [lines: Space, columns: Space];
  readonly align?: "start" | "center" | "end" | "baseline";
  /** The first at the start of the line, the last at its end. */
  readonly apart?: boolean;
}

/** Beside each other, on as many lines as they need. */
export function Row<Tag extends ElementType = "div">(props: As<Tag, RowProps>) {
  const { as: Tag = "div", gap, align, apart, className, ...rest } = props as As<"div", RowProps>;
  const style = {
    gap: typeof gap === "number" ? space(gap) : gap.map(space).join(" "),
    ...(align && { alignItems: align }),
    ...(apart && { justifyContent: "space-between" }),
  };
  return <Tag {...rest} className={classes(styles.row, className)} style={style} />;
}

interface PanelProps {
  readonly gap: Space;
  readonly compact?: boolean;
}

/** A part of a page on a ground of its own. */
export function Panel<Tag extends ElementType = "section">(props: As<Tag, PanelProps>) {
  const { as = "section", compact, className, ...rest } = props as As<"div", PanelProps>;
  return <Stack {...rest} as={as as "div"} className={classes(styles.panel, className)} data-compact={compact} />;
}

/** A list with a line between its items. */
export function Lines<Tag extends ElementType = "ol">(props: As<Tag, { readonly compact?: boolean }>) {
  const { as: Tag = "ol", compact, ...rest } = props as As<"ol", { compact?: boolean }>;
  return <Tag {...rest} className={styles.lines} data-compact={compact} />;
}

type Tone = "good" | "warn" | "bad";

interface MetaProps {
  readonly tone?: Tone | undefined;
  /** Several facts beside each other. */
  readonly inRow?: boolean;
}

/** Small and soft: what explains the text beside it. */
export function Meta<Tag extends ElementType = "p">(props: As<Tag, MetaProps>) {
  const { as: Tag = "p", tone, inRow, className, ...rest } = props as As<"p", MetaProps>;
  return <Tag {...rest} className={classes(styles.meta, inRow && styles.facts, tone && styles[tone], className)} />;
}

/** A word that says what kind or state something has. */
export function Badge({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) {
  return <span className={classes(styles.badge, tone && styles[tone])}>{children}</span>;
}

interface PageHeadProps {
  readonly title: ReactNode;
  /** What the page is for. */
  readonly lead?: ReactNode;
  /** A link to the list that the page belongs to. */
  readonly back?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The title of a page and what stands around it. It takes the focus when the page changes below the user. */
export function PageHead({ title, lead, back, actions, children }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        {back && <Meta>{back}</Meta>}
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <Meta className={styles.lead}>{lead}</Meta>}
        {children}
      </div>
      {actions && (
        <Row gap={3} align="center">
          {actions}
        </Row>
      )}
    </header>
  );
}
