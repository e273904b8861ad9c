/**
 * Checks an address that gets a token or a signature: HTTPS (SPEC 5.8), or plain HTTP on this machine, for trying out.
 *
 * @param name the address's name in the message
 * @throws TypeError for any other address; the address itself is not in the message
 */
export function secureUrl(text: string, name: string): URL {
  if (!URL.canParse(text)) throw new TypeError(`${name} is not an absolute URL`);
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") throw new TypeError(`${name} must not hold a user name or password`);
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) return url;
  throw new TypeError(`${name} must begin with https:// (http:// is for the loopback address only)`);
}

// The URL parser has already normalised every spelling of an IPv4 address to four decimal parts.
function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
