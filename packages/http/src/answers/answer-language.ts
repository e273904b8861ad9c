import { LANGUAGES, type LanguageCode } from "@retrieval/api";
import type { Request, Response } from "express";

const CODES = Object.keys(LANGUAGES) as LanguageCode[];

/**
 * The language that the client asks for by Accept-Language (RFC 9110 §12.5.4), English where it names none of ours.
 * Sets Content-Language and Vary.
 */
export function languageFor(req: Request, res: Response): LanguageCode {
  const language = req.acceptsLanguages(CODES) || "en";
  res.setHeader("Content-Language", language);
  res.vary("Accept-Language");
  return language as LanguageCode;
}
