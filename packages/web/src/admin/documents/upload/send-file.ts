import { ApiError } from "../../../api/api-error.js";
import type { Api, Call } from "../../../api/client.js";

interface Sending {
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
  readonly open?: () => XMLHttpRequest;
}

/**
 * Sends a file and tells how much of it is sent, which `fetch` cannot.
 *
 * @throws ApiError as any other call; the signal's reason when it aborts
 */
export function sendFile<T>(api: Api, call: Call, file: Blob, { onProgress, signal, open }: Sending): Promise<T> {
  const { url, headers } = api.request(call);
  const request = open ? open() : new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const abort = () => request.abort();
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", abort);
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onabort = () => reject(signal.reason);
    request.onerror = () => reject(new ApiError("UNREACHABLE", 0, "The service cannot be reached."));
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as T);
      else {
        const retryAfter = request.getResponseHeader("retry-after");
        reject(api.refused(call, headers, { status, text: responseText, retryAfter }));
      }
    };
    request.open(call.method ?? "GET", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(file);
  });
}
