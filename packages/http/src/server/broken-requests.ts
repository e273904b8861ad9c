import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { LanguageCode } from "@retrieval/api";
import { type ErrorCode, type Refusal, refuse } from "@retrieval/core/errors";
import type { Request, Response } from "express";
import { languageFor } from "../answers/answer-language.js";
import { errorBody } from "../answers/error-answers.js";
import { withholdContinue } from "../answers/expect-continue.js";
import { LINGER } from "../answers/lingering-close.js";
import type { OpenAnswers } from "./open-answers.js";

interface Fault {
  readonly status: number;
  readonly refusal: Refusal;
  readonly headers?: Readonly<Record<string, string>>;
}

const NOT_HTTP: Fault = { status: 400, refusal: refuse("INVALID_REQUEST", { code: "request.not_http" }) };
const NO_SUCH_EXPECTATION: Fault = {
  status: 417,
  refusal: refuse("INVALID_REQUEST", { code: "request.other_expectation" }),
};
const NO_TUNNELS: Fault = {
  status: 405,
  refusal: refuse("METHOD_NOT_ALLOWED", { code: "request.tunnel" }),
  // RFC 9110 §10.2.1: the address takes no method at all, since it is another server's.
  headers: { Allow: "" },
};

/** What Node finds wrong with a request before there is one (`error.code`). The statuses are Node's own. */
const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    refusal: refuse("INVALID_REQUEST", { code: "request.head_too_long" }),
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    refusal: refuse("PAYLOAD_TOO_LARGE", { code: "request.chunk_extensions_too_long" }),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    refusal: refuse("INVALID_REQUEST", { code: "request.slow" }),
  },
};

/**
 * Answers what never reaches the app, since Node refuses it, in the one error body (SPEC 7); and lets the app decide
 * whether a client that asks first (`Expect: 100-continue`) is to send its body.
 *
 * @param onRefused told of each answer that is given here
 */
export function answerBrokenRequests(
  server: Server,
  answers: OpenAnswers,
  onRefused: (code: ErrorCode) => void = () => undefined,
): void {
  /** Connections whose broken request was answered, with the bytes read by then. */
  const refused = new WeakMap<Duplex, number>();

  server.on("clientError", (error: NodeJS.ErrnoException, connection: Duplex) => {
    const socket = connection as Socket;
    const readBefore = refused.get(socket);
    if (readBefore !== undefined) {
      // Bytes after a broken request are broken too: only wait for their end.
      if (socket.bytesRead - readBefore > LINGER.bytes) socket.destroy();
      return;
    }
    const fault = faultOf(error);
    const answer = answers.on(socket).at(-1);
    // Not HTTP but the network or TLS has failed, or a second answer would spoil the one that is under way.
    if (fault === null || isSpoiledBy(answer)) return socket.destroySoon();
    refuseRestOf(socket, fault);
  });

  // Node takes its parser, its time limits and all else off the connection, and would cut it off without a listener. So
  // an answer before, which may wait for Node to go on with it, has this time too.
  server.on("connect", (_req: IncomingMessage, connection: Duplex) => {
    const socket = connection as Socket;
    const readBefore = socket.bytesRead;
    socket.on("data", () => {
      if (socket.bytesRead - readBefore > LINGER.bytes) socket.destroy();
    });
    socket.on("error", () => socket.destroy());
    endSoon(socket);
    refuseRestOf(socket, NO_TUNNELS);
  });

  function refuseRestOf(socket: Socket, fault: Fault): void {
    if (!socket.writable) {
      socket.destroySoon();
      return;
    }
    refused.set(socket, socket.bytesRead);
    const answer = answers.on(socket).at(-1);
    const refuseRest = () => {
      // The answer before may have been the last of its connection.
      if (!socket.writable) return;
      onRefused(fault.refusal.code);
      socket.end(answerText(fault));
      endSoon(socket);
    };
    if (answer?.req.complete && !answer.writableFinished) answer.once("finish", refuseRest);
    else refuseRest();
  }

  server.on("checkExpectation", (req: IncomingMessage, res: ServerResponse) => {
    // The app never sees them, but they have Express's methods: see nativeMessages.
    const language = languageFor(req as Request, res as Response);
    const body = bodyOf(NO_SUCH_EXPECTATION, language);
    onRefused(NO_SUCH_EXPECTATION.refusal.code);
    res.writeHead(NO_SUCH_EXPECTATION.status, headersFor(body, language)).end(body);
  });

  server.on("checkContinue", (req: IncomingMessage, res: ServerResponse) => {
    withholdContinue(req);
    server.emit("request", req, res);
  });
}

/** Whether the other side listens, or says anything, or not. */
function endSoon(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER.milliseconds);
  socket.once("close", () => clearTimeout(timer));
}

function faultOf({ code }: NodeJS.ErrnoException): Fault | null {
  return FAULTS[code ?? ""] ?? (code?.startsWith("HPE_") ? NOT_HTTP : null);
}

/**
 * Is the request itself broken whose answer has begun, or waits behind others? Where the newest request is whole, what
 * follows it is broken, and is answered after it.
 */
function isSpoiledBy(answer: ServerResponse | undefined): boolean {
  if (answer === undefined || answer.req.complete || answer.writableFinished) return false;
  return answer.headersSent || answer.socket === null;
}

function headersFor(body: string, language: LanguageCode, more: Fault["headers"] = {}) {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Language": language,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
    ...more,
  };
}

function bodyOf({ refusal }: Fault, language: LanguageCode): string {
  return JSON.stringify(errorBody(refusal, language));
}

/**
 * The whole answer as it goes over the wire: there is no request to answer, and so no ServerResponse and no language that
 * the client asked for.
 */
function answerText(fault: Fault): string {
  const body = bodyOf(fault, "en");
  const lines = Object.entries(headersFor(body, "en", fault.headers)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}\r\n${lines.join("")}\r\n${body}`;
}
