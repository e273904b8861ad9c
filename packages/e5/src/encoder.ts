import { DIMENSIONS, modelFile } from "./model-files.js";
import { loadRuntime, type Runtime, type Session } from "./runtime.js";
import { Tokenizer } from "./tokenizer.js";
import { WordTable } from "./word-table.js";

/** One thread: searches and all else need the other cores. */
const OPTIONS = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false, logSeverityLevel: 3 };

/** The model, loaded. It blocks the thread that calls it. */
export class Encoder {
  readonly #tokenizer = new Tokenizer();
  readonly #words = new WordTable();

  private constructor(
    private readonly runtime: Runtime,
    private readonly session: Session,
  ) {}

  static async load(): Promise<Encoder> {
    const runtime = loadRuntime();
    return new Encoder(runtime, await runtime.InferenceSession.create(modelFile("encoder.onnx"), OPTIONS));
  }

  /** @returns a vector of length 1. One text at a time: more at once are not faster, and round otherwise. */
  async encode(text: string): Promise<Float32Array> {
    const ids = this.#tokenizer.ids(text);
    const words = new this.runtime.Tensor("float32", this.#words.vectors(ids), [1, ids.length, DIMENSIONS]);
    const { vector } = await this.session.run({ words });
    return vector.data;
  }
}
