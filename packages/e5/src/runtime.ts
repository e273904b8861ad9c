import { createRequire } from "node:module";

/** The parts of `onnxruntime-node` that this package calls. */
export interface Runtime {
  readonly Tensor: new (type: "float32", data: Float32Array, dims: readonly number[]) => Tensor;
  readonly InferenceSession: {
    create(path: string, options: Readonly<Record<string, unknown>>): Promise<Session>;
  };
}

interface Tensor {
  readonly data: Float32Array;
}

export interface Session {
  run(inputs: { readonly words: Tensor }): Promise<{ readonly vector: Tensor }>;
}

/** @throws if it is not installed, or has no binary for this platform */
export const loadRuntime = (): Runtime => createRequire(import.meta.url)("onnxruntime-node");
