import { prefixBytes, subPuzzles } from './challenge.ts'
import { checkWasm } from './check-wasm.ts'
import { midstateOf, roundConstants } from './compress.ts'
import type { Challenge } from './decode-challenge.ts'
import { prepare } from './prepare.ts'
import { solveInScript } from './solve-in-script.ts'
import { createWasmProgram } from './wasm-program.ts'

/** The 171st character carries four bits; the two below them are zero, or one solution had four spellings. */
const spelling = /^[\w-]{170}[AEIMQUYcgkosw048]$/
const constants = 32
const counters = 384

type Work = Pick<Challenge, 'bytes' | 'target'>

const program = await createWasmProgram(checkWasm).catch(() => undefined)
program?.words.set(roundConstants, constants)

/** Whether every sub-puzzle of the challenge is met: 32 counters, big-endian, as 128 bytes or in base64url. */
export function verifySolution(challenge: Work, solution: string | Uint8Array): boolean {
  if (typeof solution === 'string') {
    if (!spelling.test(solution)) return false
    solution = Buffer.from(solution, 'base64url')
  }
  if (solution.length !== subPuzzles * 4) return false
  return program ? verifyInWasm(program, challenge, solution) : verifyInScript(challenge, solution)
}

/** All sub-puzzles in one call, four lanes at a time. */
function verifyInWasm(
  { words, bytes, run }: NonNullable<typeof program>,
  challenge: Work,
  solution: Uint8Array,
): boolean {
  words.set(midstateOf(challenge.bytes))
  bytes.set(solution, counters)
  return run(challenge.target) === 1
}

/** The same for a Node without WebAssembly, as under `--jitless`. */
export function verifyInScript({ bytes, target }: Work, solution: Uint8Array): boolean {
  const prefix = bytes.subarray(0, prefixBytes)
  const view = new DataView(solution.buffer, solution.byteOffset, solution.length)
  for (let index = 0; index < subPuzzles; index++)
    if (solveInScript(prepare(prefix, index), view.getUint32(index * 4), 1, target) !== 0) return false
  return true
}
