import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The parts of `@hyzyla/pdfium` that this package calls. */
export interface Pdfium {
  loadDocument(pdf: Uint8Array): Promise<{
    getPage(index: number): {
      /** In points, as the page is shown. */
      getOriginalSize(): { readonly originalWidth: number; readonly originalHeight: number };
      render(options: {
        readonly scale: number;
        readonly render: "bitmap";
        readonly colorSpace: "Gray";
      }): Promise<{ readonly width: number; readonly height: number; readonly data: Uint8Array }>;
    };
    destroy(): void;
  }>;
}

/** The parts of `tesseract.js-core` that this package calls. It has no types. */
export interface Tesseract {
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
  readonly TessBaseAPI: new () => {
    /** @param mode 1: neural networks only */
    Init(folder: null, languages: string, mode: 1): number;
    /** Reads `/input`. @param exif 1: upright; @param angle in radians; @param upscale whether to double it */
    SetImageFile(exif: 1, angle: 0, upscale: 0): number;
    Recognize(monitor: null): number;
    MeanTextConf(): number;
    GetTSVText(page: 0): string;
  };
}

export const loadPdfium = (): Promise<Pdfium> => require("@hyzyla/pdfium").PDFiumLibrary.init();

/** The build with WebAssembly's SIMD instructions. Nothing here checks whether the processor has them. */
const CORE = "tesseract.js-core/tesseract-core-simd-lstm.js";

export const loadTesseract = (): Promise<Tesseract> =>
  // It prints the names of settings that its data has and this build lacks.
  require(CORE)({ print: () => undefined, printErr: () => undefined });

/** Trained data, as integers: smaller and faster than the exact ones, and nearly as good. */
export const trainedData = (language: string): string =>
  require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`);

/** @throws MODULE_NOT_FOUND, if not all of them are installed */
export function findLibraries(languages: readonly string[]): void {
  for (const name of ["@hyzyla/pdfium", CORE]) require.resolve(name);
  languages.forEach(trainedData);
}
