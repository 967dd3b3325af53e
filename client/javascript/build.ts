import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { build } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** `dist/bollard.js`, the classic script for pages without a build step, and its integrity hash. The same sources give the same bytes. */
export async function buildGlobalScript(): Promise<{ readonly code: string; readonly integrity: string }> {
  const built = await build({
    configFile: false,
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      reportCompressedSize: false,
      lib: { entry: here('src/global.ts'), formats: ['iife'], name: 'bollard', fileName: () => 'bollard.js' },
    },
  })
  const [chunk] = Array.isArray(built) ? built.flatMap(({ output }) => output) : []
  if (chunk?.type !== 'chunk') throw new Error('The build has no script')
  return { code: chunk.code, integrity: `sha384-${createHash('sha384').update(chunk.code).digest('base64')}` }
}

/** Writes it, and its hash to where pages are told to load it. */
if (import.meta.main) {
  const { code, integrity } = await buildGlobalScript()
  mkdirSync(here('dist'), { recursive: true })
  writeFileSync(here('dist/bollard.js'), code)
  for (const file of ['examples/contact-form.html', 'README.md'])
    writeFileSync(
      here(file),
      readFileSync(here(file), 'utf8').replace(/integrity="[^"]*"/u, `integrity="${integrity}"`),
    )
}
