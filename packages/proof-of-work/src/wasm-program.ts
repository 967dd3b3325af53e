/** The only export of a program beside its memory: numbers in, a number out. */
type Run = (...values: number[]) => number

/**
 * Starts a WebAssembly program written in hexadecimal. `run` is its function, `words` and `bytes`
 * are two views of its memory. Rejects where WebAssembly or its SIMD is missing or forbidden.
 */
export async function createWasmProgram(code: string): Promise<{ words: Int32Array; bytes: Uint8Array; run: Run }> {
  const bytes = Uint8Array.from({ length: code.length / 2 }, (_, i) => parseInt(code.slice(i * 2, i * 2 + 2), 16))
  // Asked first, as a program that is not understood is reported to the developers of the page.
  if (!WebAssembly.validate(bytes)) throw new TypeError('no SIMD')
  const { instance } = await WebAssembly.instantiate(bytes)
  const { run, memory } = programOf(instance)
  return { run, words: new Int32Array(memory.buffer), bytes: new Uint8Array(memory.buffer) }
}

/** Both programs were compiled from `assembly/` and export exactly these two; their test would notice a change. */
function programOf(instance: WebAssembly.Instance): { run: Run; memory: WebAssembly.Memory } {
  return instance.exports as unknown as { run: Run; memory: WebAssembly.Memory }
}
