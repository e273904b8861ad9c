import type { RuleEdit } from "@retrieval/api/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { keyOf } from "../../../parts/use-answer.js";
import { usePreview } from "../../../parts/use-preview.js";
import { useApi } from "../../../session/session-provider.js";
import { changedBy, type RuledDocument, type RuleEditPreview } from "./rule-edit.js";

/**
 * One edit of the rules of these documents. The preview has the rules and the versions that the edit is saved over, so a
 * rule that another user changed leads to a new preview, and the edit stays as it is.
 */
export function useRuleEdit(document_ids: readonly string[]) {
  const api = useApi();
  const queries = useQueryClient();
  const [edit, setEdit] = useState<RuleEdit>({});
  const { data, ...preview } = usePreview("previewRuleEdit", { body: { document_ids, change: edit } });
  const documents = useMemo(() => data?.documents.filter(isRuled) ?? [], [data]);
  const changing = useMemo(() => changedBy(edit, documents), [edit, documents]);
  const saving = useMutation({
    mutationFn: async () => {
      const versions = changing.map(({ document_id, rules_version }) => ({ document_id, rules_version }));
      return (await api.client.changeManyAccessRules({ body: { documents: versions, change: edit } })).body;
    },
    async onSettled(answer) {
      // Nearly every other answer depends on who may read.
      const [own] = keyOf("previewRuleEdit");
      void queries.invalidateQueries({ predicate: ({ queryKey: [id] }) => id !== own });
      // Applied to the new rules, the edit changes nothing, so that the page is still until the edit is forgotten.
      await preview.refetch();
      if (answer?.failed === 0) setEdit({});
    },
  });
  const change = (changed: RuleEdit) => {
    setEdit(changed);
    saving.reset();
  };
  return { edit, change, preview: { data, ...preview }, documents, changing, saving };
}

const isRuled = (document: RuleEditPreview["documents"][number]): document is typeof document & RuledDocument =>
  document.title !== null && document.access_rules !== null;
