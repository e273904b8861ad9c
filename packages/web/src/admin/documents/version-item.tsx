import type { ReactNode } from "react";
import { useFormat } from "../../i18n/i18n.js";
import { DoneBy } from "../../parts/display-names.js";
import { Meta, Row, Stack } from "../../ui/layout.js";
import styles from "./documents.module.css";

interface VersionItemProps {
  readonly name: string;
  readonly badge: ReactNode;
  readonly actions: ReactNode;
  readonly at: string;
  /** What the user of it did. */
  readonly by: string;
  readonly by_user: string | null;
  readonly how: ReactNode;
  readonly children: ReactNode;
}

/** A version of a document or of its rule, in the list of all of them. */
export function VersionItem({ name, badge, actions, at, by, by_user, how, children }: VersionItemProps) {
  const { dateTime } = useFormat();
  return (
    <Stack as="li" gap={2}>
      <Row gap={[3, 5]} align="start" apart>
        <h2 className={styles.name}>
          {name}
          {badge}
        </h2>
        <Row gap={[2, 3]} align="center">
          {actions}
        </Row>
      </Row>
      <Meta inRow>
        <time dateTime={at}>{dateTime(at)}</time>
        <span>
          {by}
          <DoneBy user_id={by_user} />
        </span>
        {how && <span>{how}</span>}
      </Meta>
      {children}
    </Stack>
  );
}
