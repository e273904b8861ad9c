import cors from "cors";

/**
 * Lets pages of all origins call an address and read its answers. Only for addresses that read no cookie: a page gets
 * what its own token or code opens, and browsers send no credentials to `*`.
 */
export const anyOrigin = cors({
  methods: ["GET", "POST"],
  exposedHeaders: ["WWW-Authenticate", "Retry-After"],
  maxAge: 600,
});
