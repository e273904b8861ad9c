import { useMessages } from "../i18n/i18n.js";
import { isolate } from "../i18n/isolate.js";
import { CopyButton } from "../reading/copy-button.js";
import { Button } from "../ui/button.js";
import { Row, Stack } from "../ui/layout.js";
import { Notice } from "../ui/notice.js";
import { messages } from "./messages.js";
import type { CreatedToken } from "./queries.js";
import styles from "./tokens.module.css";

/** A new token, the one time that it is shown, with an example of its use. */
export function ShownToken({ created, onClose }: { created: CreatedToken; onClose: () => void }) {
  const text = useMessages(messages);
  const { name, audience, token } = created;
  const example = EXAMPLES[audience](location.origin, token);
  return (
    <Notice tone="good" announced title={text.created(isolate(name))}>
      <Stack gap={3}>
        <p>{text.once}</p>
        <Row gap={[2, 3]} align="start">
          <code className={styles.token}>{token}</code>
          <CopyButton value={() => token}>{text.copy}</CopyButton>
        </Row>
        <p>{text.example[audience]}</p>
        <Row gap={[2, 3]} align="start">
          <pre className={styles.token}>{example}</pre>
          <CopyButton value={() => example}>{text.copyExample}</CopyButton>
        </Row>
        <div>
          <Button onPress={onClose}>{text.close}</Button>
        </div>
      </Stack>
    </Notice>
  );
}

/** Without the token itself, which would stay in the shell's history. */
function exampleOfCall(address: string, body: object): string {
  return [
    `curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify(body)}' ${address}`,
  ].join("\n");
}

const QUESTION = {
  subject: { type: "user", id: "..." },
  action: { name: "read" },
  resource: { type: "document", id: "..." },
};
const EXAMPLES = {
  api: (origin: string) => exampleOfCall(`${origin}/api/search`, { query: "..." }),
  authzen: (origin: string) => exampleOfCall(`${origin}/access/v1/evaluation`, QUESTION),
  mcp: exampleOfAssistant,
};

/** In the form that Claude Code, Cursor and VS Code take, the last one under `servers`. */
function exampleOfAssistant(origin: string, token: string): string {
  const server = { type: "http", url: `${origin}/mcp`, headers: { Authorization: `Bearer ${token}` } };
  return JSON.stringify({ mcpServers: { documents: server } }, null, 2);
}
