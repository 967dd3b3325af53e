import { readFile, writeFile } from 'node:fs/promises'
import { main } from 'assemblyscript/asc'

/** The programs and the modules that carry them. */
export const programs = [
  { source: 'solver.as.ts', module: new URL('../solver-wasm.ts', import.meta.url), name: 'solverWasm' },
  { source: 'check.as.ts', module: new URL('../check-wasm.ts', import.meta.url), name: 'checkWasm' },
] as const

/**
 * Compiles one program and gives the text of its module. The bytes are written in hexadecimal: the
 * code repeats itself, gzip sees that through hexadecimal but not through base64, and the module
 * travels in 1.0 kB instead of 1.5.
 */
export async function compile({ source, name }: (typeof programs)[number]): Promise<string> {
  let bytes: Uint8Array = new Uint8Array()
  const { error, stderr } = await main(
    [source, '--outFile', 'out.wasm', '-O3', '--converge', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--initialMemory', '1', '--zeroFilledMemory'],
    {
      readFile: (file) => readFile(new URL(file, import.meta.url), 'utf8').catch(() => null),
      writeFile: (_file, content) => void (bytes = typeof content === 'string' ? Buffer.from(content) : content),
      listFiles: () => [],
    },
  )
  if (error) throw new Error(stderr.toString(), { cause: error })
  return `// Made from assembly/${source} by assembly/compile.ts.\nexport const ${name} = '${Buffer.from(bytes).toString('hex')}'\n`
}

if (import.meta.main) for (const program of programs) await writeFile(program.module, await compile(program))
