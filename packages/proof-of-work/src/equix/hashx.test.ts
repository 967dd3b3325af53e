import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { comparePrograms, startBoth } from './compare-programs.ts'
import { places } from './programs.ts'
import { randomSeed } from './random-seed.ts'
import { runModule } from './run-module.ts'
import vectors from './vectors.json' with { type: 'json' }

const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

test('seeds become the published keys', async () => {
  const { prepare, verify } = await startBoth()
  for (const { seed, programKey, registerKey } of vectors.keys.cases) {
    prepare(fromHex(seed))
    const words = new BigUint64Array(verify.memory.buffer, 128, 8)
    expect(Array.from(words, (word) => word.toString(16).padStart(16, '0'))).toEqual([...programKey, ...registerKey])
  }
})

test('inputs become the published registers', async () => {
  const { prepare, solve } = await startBoth()
  for (const { seed, input, results } of vectors.registers.cases) {
    prepare(fromHex(seed))
    solve.before(Number(input))
    expect(
      Array.from(new BigUint64Array(solve.memory.buffer, places.batch, 8), (word) =>
        word.toString(16).padStart(16, '0'),
      ),
    ).toEqual(results)
  }
})

test('the program of a seed is that of another reader of the specification', async () => {
  const { prepare, verify } = await startBoth()
  prepare(fromHex(vectors.program.seed))
  const lines = disassemble(new DataView(verify.memory.buffer, places.program, 4096))
  expect(lines.slice(0, vectors.program.firstInstructions.length)).toEqual(vectors.program.firstInstructions)
  expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(
    vectors.program.sha256OfAll512LinesJoinedByNewline,
  )
})

test('hashes are the published ones, interpreted and compiled', async () => {
  const { prepare, hashInterpreted, hashesCompiled } = await startBoth()
  for (const { seed, input, output8 } of vectors.hashx.cases) {
    const length = prepare(fromHex(seed))
    expect(littleEndian(hashInterpreted(BigInt(input)))).toBe(output8)
    if (input === '0') expect(hashesCompiled(length, 1).map(littleEndian)).toEqual([output8])
  }
})

test('the published unusable seeds give no program, their neighbours do', async () => {
  const { prepare } = await startBoth()
  for (const { seed, usable } of vectors.seeds.cases) expect(prepare(fromHex(seed)) > 0, seed).toBe(usable)
})

test('interpreter and compiler agree over 5 000 programs', async () => {
  expect(await comparePrograms(0, 5000, randomSeed, 8)).toBeLessThan(10)
})

test.each([false, true])(
  'the emitted code means the same to a reader of its own, wide arithmetic: %s',
  async (wideArithmetic) => {
    const { prepare, solve, hashesCompiled, hashInterpreted } = await startBoth()
    for (let number = 0; number < 40; number++) {
      const length = prepare(randomSeed(number), wideArithmetic)
      const module = new Uint8Array(solve.memory.buffer, places.code, length)
      const hashes = hashesCompiled(length, 4, (from, to) =>
        runModule(module, new DataView(solve.memory.buffer), from, to),
      )
      expect(hashes).toEqual([0, 1, 2, 3].map(hashInterpreted))
    }
  },
)

/** As `vectors.json` writes programs. */
function disassemble(program: DataView): string[] {
  const names = ['ROR_C', 'XOR_C', 'ADD_C', '', 'SUB', 'XOR', '', 'ADD_RS', 'MUL', 'SMULH', 'UMULH', 'TARGET', 'BRANCH']
  return Array.from({ length: program.byteLength / 8 }, (_, i) => {
    const [operation, destination, source] = [0, 1, 2].map((offset) => program.getUint8(i * 8 + offset))
    const constant = program.getUint32(i * 8 + 4, true)
    const name = names[operation ?? 3] ?? ''
    const hex = constant.toString(16).padStart(8, '0')
    if (name === 'TARGET') return name
    if (name === 'BRANCH') return `${name} ${hex}`
    if (name.endsWith('_C')) return `${name} R${destination} ${name === 'ROR_C' ? constant : hex}`
    return `${name} R${destination} R${source}${name === 'ADD_RS' ? ` ${constant}` : ''}`
  })
}

function littleEndian(value: bigint): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes.toString('hex')
}
