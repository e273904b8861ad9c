import cors from "cors";
import type { RequestHandler } from "express";

/** SPEC 5.8: one origin, POST and OPTIONS, Content-Type and Authorization. */
export function portalOnly(portalOrigin: string): RequestHandler {
  return cors({
    origin: [portalOrigin],
    methods: ["POST", "OPTIONS"],
    allowedHeaders: ["Content-Type", "Authorization"],
    maxAge: 600,
  });
}
