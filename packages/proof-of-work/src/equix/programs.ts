/** Where scripts write and read in the memory of the programs; assembly/places.as and find.as say the same. */
export const places = {
  /** The seed, filled up with zeros to `messageBytes`. */
  message: 0,
  /** What is to be verified, 16 bytes. */
  solution: 512,
  /** 512 instructions of 8 bytes: operation, destination, source, nothing, 32 bits of constant. */
  program: 0x1000,
  /** The compiled program. */
  code: 0x2000,
  /** The registers of `batchInputs` inputs, 64 bytes each. */
  batch: 0x8000,
  batchEnd: 0xc000,
  /** 65 536 hashes of 8 bytes, until `find` uses their place. */
  hashes: 0x10000,
  /** What `find` has found, 16 bytes each. */
  solutions: 1_720_320,
} as const

export const messageBytes = 128
export const batchInputs = 256
export const inputs = 65_536

/** What assembly/solve.as exports. */
export interface SolveProgram {
  readonly memory: WebAssembly.Memory
  /** Length of the module written for the seed, 0 if it gives no program. */
  compile(seedLength: number, wideArithmetic: boolean): number
  before(input: number): void
  after(input: number): void
  find(): number
}

/** What assembly/verify.as exports; numbers of 64 bits are signed to scripts. */
export interface VerifyProgram {
  readonly memory: WebAssembly.Memory
  prepare(seedLength: number): number
  interpret(input: bigint): bigint
  verify(seedLength: number): number
}

/**
 * Starts one of the two programs, written in hexadecimal. Rejects where WebAssembly is missing or forbidden.
 * The type is the caller's word for what its program exports; `programs.test.ts` would notice a change.
 */
export async function startProgram<Program extends SolveProgram | VerifyProgram>(code: string): Promise<Program> {
  const bytes = Uint8Array.from({ length: code.length / 2 }, (_, i) => parseInt(code.slice(i * 2, i * 2 + 2), 16))
  const { instance } = await WebAssembly.instantiate(bytes)
  return instance.exports as unknown as Program
}

/** Writes a seed where both programs read it. Throws `RangeError` beyond 128 bytes, one block of BLAKE2b. */
export function writeSeed(memory: Uint8Array, seed: Uint8Array): void {
  if (seed.length > messageBytes) throw new RangeError('seed')
  memory.fill(0, places.message, places.message + messageBytes)
  memory.set(seed, places.message)
}
