/** One server-sent event whose data is JSON. */
export interface ClientEvent {
  readonly event: string;
  readonly data: unknown;
}

/** The events of an answer as they come (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export async function* eventsIn(response: Response): AsyncGenerator<ClientEvent, void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
      text += decoder.decode(next.value, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = eventOf(block);
        if (event !== null) yield event;
      }
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

/** null: a comment, which keeps the connection alive. */
function eventOf(block: string): ClientEvent | null {
  const fields = new Map(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), afterColon(line)]));
  const [event, data] = [fields.get("event"), fields.get("data")];
  return event === undefined || data === undefined ? null : { event, data: JSON.parse(data) };
}

const afterColon = (line: string) => line.slice(line.indexOf(":") + 1).trimStart();
