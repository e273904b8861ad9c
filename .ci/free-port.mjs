// Prints a port of 127.0.0.1 on which nothing listens.
import { createServer } from "node:net";

const probe = createServer().listen(0, "127.0.0.1", () => {
  process.stdout.write(`${probe.address().port}\n`);
  probe.close();
});
