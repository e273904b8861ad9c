/** Formats that companies have and that are not read; for each, a problem says what to do. */
export const OTHER_FORMATS = [
  "doc",
  "xls",
  "ppt",
  "opendocument",
  "rtf",
  "ichitaro",
  "picture",
  "mail",
  "zip",
] as const;
export type OtherFormat = (typeof OTHER_FORMATS)[number];

const FORMATS: readonly (readonly [OtherFormat, extensions: RegExp, mediaTypes: RegExp])[] = [
  ["doc", /\.(?:doc|dot)$/i, /^application\/msword$/],
  ["xls", /\.(?:xls|xlt|xlsb)$/i, /^application\/vnd\.ms-excel$/],
  ["ppt", /\.(?:ppt|pps)$/i, /^application\/vnd\.ms-powerpoint$/],
  ["opendocument", /\.(?:odt|ods|odp)$/i, /^application\/vnd\.oasis\.opendocument\./],
  ["rtf", /\.rtf$/i, /^(?:application|text)\/rtf$/],
  ["ichitaro", /\.(?:jtdc?|jtt)$/i, /^application\/x-js-taro$/],
  ["picture", /\.(?:png|jpe?g|gif|tiff?|bmp|heic|webp)$/i, /^image\//],
  ["mail", /\.(?:eml|msg)$/i, /^(?:message\/rfc822|application\/vnd\.ms-outlook)$/],
  ["zip", /\.(?:zip|7z|lzh|rar)$/i, /^application\/(?:x-)?zip(?:-compressed)?$/],
];

/** @param name a file's name or a media type */
export function otherFormatOf(name: string): OtherFormat | null {
  return FORMATS.find(([, extensions, types]) => extensions.test(name) || types.test(name))?.[0] ?? null;
}
