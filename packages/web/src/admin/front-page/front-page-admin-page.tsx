import type { JsonOf } from "@retrieval/api/client";
import { useState } from "react";
import { isRefusal } from "../../api/errors.js";
import { useMessages } from "../../i18n/i18n.js";
import { Loaded } from "../../parts/loaded.js";
import { useAnswer, useChange } from "../../parts/use-answer.js";
import { Button } from "../../ui/button.js";
import { Meta, PageHead, Panel, Row, Stack } from "../../ui/layout.js";
import { Notice } from "../../ui/notice.js";
import { Refused } from "../../ui/refused.js";
import { TextArea } from "../../ui/text-area.js";
import { messages } from "./messages.js";

/** The questions on every user's front page. */
export function FrontPageAdminPage() {
  const text = useMessages(messages);
  const page = useAnswer("readFrontPage", {});
  return (
    <Stack gap={5}>
      <PageHead title={text.title} lead={text.lead} />
      <Loaded query={page} lines={5}>
        {(page) => <QuestionsForm page={page} />}
      </Loaded>
    </Stack>
  );
}

function QuestionsForm({ page: { questions, version } }: { page: JsonOf<"readFrontPage"> }) {
  const text = useMessages(messages);
  const [written, setWritten] = useState<string | null>(null);
  const lines = (written ?? "").split("\n").map((line) => line.trim());
  const given = [...new Set(lines)].filter((line) => line !== "");
  const save = useChange((client) => client.replaceFrontPage({ body: { questions: given }, ifMatch: `"${version}"` }), {
    onSuccess: () => setWritten(null),
  });
  return (
    <Panel
      as="form"
      gap={5}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextArea
        label={text.questions}
        description={text.hint}
        rows={5}
        value={written ?? questions.join("\n")}
        onChange={(value) => {
          save.reset();
          setWritten(value);
        }}
      />
      <Refused error={save.error} title={text.notSaved} />
      {isRefusal(save.error, "PRECONDITION_FAILED") && (
        <Notice tone="warn">
          <p>{text.now}</p>
          <ul>
            {questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
          <p>{text.again}</p>
        </Notice>
      )}
      <Row gap={[3, 4]} align="center">
        <Button type="submit" look="primary" isDisabled={written === null} isPending={save.isPending}>
          {text.save}
        </Button>
        <Meta tone="good" role="status">
          {save.isSuccess && text.saved}
        </Meta>
      </Row>
    </Panel>
  );
}
