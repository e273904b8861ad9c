// Prints a port of 127.0.0.1 on which nothing listens.
import { freePort } from "./processes.mjs";

process.stdout.write(`${await freePort()}\n`);
