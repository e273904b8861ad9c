// Asks the service in this container whether its process answers. Exit code 0: yes. For Docker's HEALTHCHECK.
import { get as getHttp } from "node:http";
import { get as getHttps } from "node:https";

const { TLS_CERT_FILE, PORT = "3000" } = process.env;
const get = TLS_CERT_FILE ? getHttps : getHttp;

// Nobody stands between the two ends of a loopback connection, and the certificate bears the public name.
const options = { host: "127.0.0.1", port: PORT, path: "/healthz", timeout: 4_000, rejectUnauthorized: false };
get(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on("timeout", () => process.exit(1))
  .on("error", () => process.exit(1));
