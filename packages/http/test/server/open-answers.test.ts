import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { OpenAnswers } from "../../src/server/open-answers.js";

describe("answers to pipelined requests", () => {
  let server: Server;
  let ended: string[];
  let watched: string[];
  afterEach(() => void server.close());

  /** A connection that has sent three requests at once. */
  async function threeSent(answer: RequestListener): Promise<Socket> {
    ended = [];
    watched = [];
    server = createServer((req, res) => {
      res.on("close", () => ended.push(req.url as string));
      answer(req, res);
    });
    new OpenAnswers(server).watch({ opened: () => watched.push("opened"), closed: () => watched.push("closed") });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.resume();
    socket.write([1, 2, 3].map((n) => `GET /${n} HTTP/1.1\r\nHost: x\r\n\r\n`).join(""));
    return socket;
  }

  it("all end when their connection does, whether they were ready or not, each exactly once", async () => {
    const socket = await threeSent((req, res) => {
      if (req.url === "/2") res.end("ready, and waiting for the first");
      if (req.url === "/3") socket.destroy();
    });
    await once(socket, "close");
    while ((await connectionsOf(server)) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ended.sort()).toEqual(["/1", "/2", "/3"]);
    expect(watched.sort()).toEqual(["closed", "closed", "closed", "opened", "opened", "opened"]);
  });

  it("end in order when they are sent", async () => {
    let last = false;
    const socket = await threeSent((req, res) => {
      last = req.url === "/3";
      setTimeout(() => res.end(), 5);
    });
    while (!last || ended.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.destroy();
    await once(socket, "close");
    expect(ended).toEqual(["/1", "/2", "/3"]);
  });
});

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
