import { type AddressInfo, connect } from "node:net";
import { expect, it } from "@jest/globals";
import express from "express";
import { createServer } from "../../src/server/create-server.js";

it("a tunnel is cut off soon behind an answer that does not come to its end, with that answer", async () => {
  const app = express().use((req, res) => {
    if (req.url === "/begun") res.write("begun");
  });
  const { server } = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  for (const path of ["/waiting", "/begun"]) {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => undefined);
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\nCONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`);
    await new Promise((resolve) => socket.once("close", resolve));
    expect(answer).not.toContain("405");
  }
  await new Promise((resolve) => server.close(resolve));
});
