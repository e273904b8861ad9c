import type { JsonOf } from "@retrieval/api/client";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { useMessages } from "../../../i18n/i18n.js";
import { LongList } from "../../../parts/long-list.js";
import { Button } from "../../../ui/button.js";
import { Panel, Row } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { documentAdminAddress } from "../addresses.js";
import type { Picked } from "./edit.js";
import { messages } from "./messages.js";

interface ManyResultsProps {
  readonly answer: JsonOf<"changeManyAccessRules">;
  readonly picked: Picked;
  readonly onClose: () => void;
  readonly onAgain: (failed: Picked) => void;
}

/** How many rules were changed, and which documents failed and why. */
export function ManyResults({ answer, picked, onClose, onAgain }: ManyResultsProps) {
  const text = useMessages(messages);
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone.
  useEffect(() => title.current?.focus(), []);
  const failed = answer.documents.filter(({ result }) => result === "failed");
  const titleOf = (document_id: string) => picked.get(document_id) ?? document_id;
  return (
    <Panel gap={4}>
      <h1 ref={title} tabIndex={-1}>
        {text.done(answer.changed)}
      </h1>
      {failed.length > 0 && (
        <Notice tone="bad" announced title={text.failed(failed.length)}>
          <LongList items={failed} itemKey={({ document_id }) => document_id}>
            {({ document_id, error }) => (
              <>
                <Link href={documentAdminAddress(document_id)}>{titleOf(document_id)}</Link>: {error}
              </>
            )}
          </LongList>
        </Notice>
      )}
      <Row gap={[2, 3]} align="center">
        {failed.length > 0 && (
          <Button
            onPress={() => onAgain(new Map(failed.map(({ document_id }) => [document_id, titleOf(document_id)])))}
          >
            {text.again}
          </Button>
        )}
        <Button look="primary" onPress={onClose}>
          {text.close}
        </Button>
      </Row>
    </Panel>
  );
}
