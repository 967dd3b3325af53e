import { readFile, writeFile } from 'node:fs/promises'
import { main } from 'assemblyscript/asc'

/** The programs in AssemblyScript and the modules that carry them compiled. */
export const programs = [
  { source: 'solver', module: new URL('../solver-wasm.ts', import.meta.url), name: 'solverWasm' },
  { source: 'check', module: new URL('../check-wasm.ts', import.meta.url), name: 'checkWasm' },
] as const

const settings = [
  '-O3',
  '--converge',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--initialMemory',
  '1',
  '--zeroFilledMemory',
]

/**
 * Compiles one program and gives the text of its module. The bytes are written in hexadecimal: the
 * code repeats itself, gzip sees that through hexadecimal but not through base64, and the module
 * travels in 1.0 kB instead of 1.5.
 */
export async function compile({ source, name }: (typeof programs)[number]): Promise<string> {
  let bytes: Uint8Array = new Uint8Array()
  const { error, stderr } = await main([`${source}.ts`, '--outFile', 'out.wasm', ...settings], {
    // The compiler asks for `.ts`; the files end in `.as` because they are another language to every other tool.
    readFile: (file) => readFile(new URL(file.replace(/\.ts$/u, '.as'), import.meta.url), 'utf8').catch(() => null),
    writeFile: (_file, content) => {
      bytes = typeof content === 'string' ? Buffer.from(content) : content
    },
    listFiles: () => [],
  })
  if (error) throw new Error(stderr.toString(), { cause: error })
  return `// Made from assembly/${source}.as by assembly/compile.ts.\nexport const ${name} =\n  '${Buffer.from(bytes).toString('hex')}'\n`
}

if (import.meta.main) for (const program of programs) await writeFile(program.module, await compile(program))
