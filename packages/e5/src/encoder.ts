import { createRequire } from "node:module";
import { DIMENSIONS, modelFile } from "./model-files.js";
import { Tokenizer } from "./tokenizer.js";
import { WordTable } from "./word-table.js";

/** The parts of `onnxruntime-node` that this package calls. */
interface Runtime {
  readonly Tensor: new (
    type: "float32",
    data: Float32Array,
    dims: readonly number[],
  ) => { readonly data: Float32Array };
  readonly InferenceSession: { create(path: string, options: object): Promise<Session> };
}

interface Session {
  run(inputs: { readonly words: object }): Promise<{ readonly vector: { readonly data: Float32Array } }>;
}

/** @throws if it is not installed, or has no build for this platform */
export const loadRuntime = (): Runtime => createRequire(import.meta.url)("onnxruntime-node");

const OPTIONS = {
  ...{ interOpNumThreads: 1, enableCpuMemArena: false, logSeverityLevel: 3 },
  // Threads that wait for each other would take the time of others.
  extra: { session: { intra_op: { allow_spinning: "0" } } },
};

/** The model, loaded. It blocks the thread that calls it. */
export class Encoder {
  readonly #tokenizer = new Tokenizer();
  readonly #words = new WordTable();

  private constructor(
    private readonly runtime: Runtime,
    private readonly session: Session,
  ) {}

  static async load(threads: number): Promise<Encoder> {
    const runtime = loadRuntime();
    const options = { ...OPTIONS, intraOpNumThreads: threads };
    return new Encoder(runtime, await runtime.InferenceSession.create(modelFile("encoder.onnx"), options));
  }

  /** @returns a vector of length 1. One text at a time: more at once are not faster, and round otherwise. */
  async encode(text: string): Promise<Float32Array> {
    const ids = this.#tokenizer.ids(text);
    const words = new this.runtime.Tensor("float32", this.#words.vectors(ids), [1, ids.length, DIMENSIONS]);
    const { vector } = await this.session.run({ words });
    return vector.data;
  }
}
