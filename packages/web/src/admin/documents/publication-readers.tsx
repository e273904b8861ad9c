import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../api/query-options.js";
import { useMessages } from "../../i18n/i18n.js";
import { useApi } from "../../session/session-provider.js";
import { Notice } from "../../ui/notice.js";
import type { PublicationPreview } from "./answers.js";
import { messages } from "./messages.js";
import { NamedRule } from "./rules/named-rule.js";

/** Who will be able to read a document once an upload without a rule, or its draft, is published. */
export function usePublication(document_id: string, draft: boolean, { enabled = true } = {}) {
  const api = useApi();
  return useQuery({
    ...answerOf(api, "previewPublication", { document_id, draft: draft || undefined }),
    enabled,
    // Users and rules may change before the next look.
    gcTime: 0,
  });
}

interface PublicationReadersProps {
  readonly preview: PublicationPreview;
  /** Whether the version is published immediately, later by an administrator, or as its file says. */
  readonly when: "atOnce" | "later" | "byFile";
}

/** The rule that will be in force, and how many users it will allow to read. */
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
