/** Replaces `fetch`, which cannot report how much of a body is sent. */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (url, { method = "GET", headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener("abort", abort);
      request.onloadend = () => signal?.removeEventListener("abort", abort);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onabort = () => reject(signal?.reason);
      request.onerror = () => reject(new TypeError("The service cannot be reached."));
      request.onload = () => {
        const { status, responseText } = request;
        resolve(new Response(responseText, { status, headers: headersIn(request.getAllResponseHeaders()) }));
      };
      request.open(method, String(url));
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.send(body as Blob);
    });
}

function headersIn(lines: string): Headers {
  return new Headers(
    [...lines.matchAll(/^([^:\r\n]+): *(.*?)\r?$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}
