import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { OpenAnswers } from "../../src/server/open-answers.js";
import { OpenConnections } from "../../src/server/open-connections.js";

it("a connection that is let go answers all requests that came one behind the other, and ends behind the last", async () => {
  const answers: ServerResponse[] = [];
  const server = createServer((_req, res) => void answers.push(res));
  const connections = new OpenConnections(server, new OpenAnswers(server));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  socket.on("data", (data) => {
    received += data;
  });
  const ask = async (requests: number) => {
    const wanted = answers.length + requests;
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(requests));
    while (answers.length < wanted) await sleep(5);
  };
  await ask(2);
  connections.drain();
  await ask(1);
  for (const [n, answer] of answers.entries()) answer.end(`answer ${n}`);
  await once(socket, "close");
  server.close();
  const parts = received.split("HTTP/1.1 200").slice(1);
  expect(parts.map((part) => part.includes("Connection: close"))).toEqual([false, false, true]);
  expect(received.match(/answer \d/g)).toEqual(["answer 0", "answer 1", "answer 2"]);
});
