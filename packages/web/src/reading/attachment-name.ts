/** The file name that an answer gives to its content, as our service writes it (RFC 6266 §4.3); null without one. */
export function attachmentName(headers: Headers): string | null {
  const encoded = headers.get("Content-Disposition")?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
  return encoded === undefined ? null : decodeURIComponent(encoded);
}
