/** The address of the server that a DATABASE_URL names, without secrets. A path is a socket's directory. */
export function databaseAddress(databaseUrl: string): { host: string; port: number } {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1");
  return { host: host || "localhost", port: Number(searchParams.get("port") ?? (port || 5432)) };
}
