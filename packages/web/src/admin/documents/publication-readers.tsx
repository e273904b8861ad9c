import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../api/queries.js";
import { useMessages } from "../../i18n/i18n.js";
import { useApi } from "../../session/session-provider.js";
import { Notice } from "../../ui/notice.js";
import type { PublicationPreview } from "./answers.js";
import { messages } from "./messages.js";
import { NamedRule } from "./rules/named-rule.js";

/** Who will be able to read a document: once an upload without a rule is published, or the draft that waits. */
export function usePublication(document_id: string, draft: boolean, { enabled = true } = {}) {
  const api = useApi();
  return useQuery({
    ...answerOf(api, "previewPublication", { document_id, draft: draft || undefined }),
    enabled,
    // People and rules change meanwhile.
    gcTime: 0,
  });
}

interface PublicationReadersProps {
  readonly preview: PublicationPreview;
  /** Whether readers see the version at once, only after somebody publishes it, or as its file says. */
  readonly when: "atOnce" | "later" | "byFile";
}

/** Names the rule that will be in force, and how many users may read then. */
export function PublicationReaders({ preview: { access_rules, readers }, when }: PublicationReadersProps) {
  const { publication } = useMessages(messages);
  const opens = when === "atOnce" && readers.after > readers.now;
  return (
    <Notice tone={opens ? "warn" : "info"} title={publication[when](readers.after)}>
      <p>
        {publication.rule}
        <NamedRule rules={access_rules} />
        {publication.ruleEnd}
      </p>
      <p>{publication.now(readers.now)}</p>
    </Notice>
  );
}
