import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Writes `dist/bollard.js`, the classic script for pages without a build step, and prints its integrity hash. */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
await build({
  configFile: false,
  root: here('.'),
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: here('dist'),
    emptyOutDir: false,
    target: 'es2022',
    minify: true,
    modulePreload: false,
    reportCompressedSize: false,
    lib: { entry: here('src/global.ts'), formats: ['iife'], name: 'bollard', fileName: () => 'bollard.js' },
  },
})
const script = readFileSync(here('dist/bollard.js'))
console.log(`bollard.js: sha384-${createHash('sha384').update(script).digest('base64')}`)
