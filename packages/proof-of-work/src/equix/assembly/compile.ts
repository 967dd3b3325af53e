import { readFile, writeFile } from 'node:fs/promises'
import { main } from 'assemblyscript/asc'

/** The programs in AssemblyScript and the modules that carry them compiled; `pages` is how much memory each needs, in 64 KiB. */
export const programs = [
  { source: 'solve', module: new URL('../solve-wasm.ts', import.meta.url), name: 'solveWasm', pages: 27 },
  { source: 'verify', module: new URL('../verify-wasm.ts', import.meta.url), name: 'verifyWasm', pages: 1 },
] as const

// The solver fits 27 pages exactly, and nothing ever grows them; the first 1024 bytes belong to the programs (places.as).
const settings = [
  '-O3',
  '--converge',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--zeroFilledMemory',
  '--memoryBase',
  '1024',
]

/** Compiles one program and gives the text of its module, in hexadecimal, which gzip shrinks better than base64. */
export async function compile({ source, name, pages }: (typeof programs)[number]): Promise<string> {
  let bytes: Uint8Array = new Uint8Array()
  const memory = ['--initialMemory', `${pages}`, '--maximumMemory', `${pages}`]
  const { error, stderr } = await main([`${source}.ts`, '--outFile', 'out.wasm', ...settings, ...memory], {
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
