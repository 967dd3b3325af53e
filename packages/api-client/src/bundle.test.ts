import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'

test('in a page the client weighs under 9 kB and brings no schema library along', async () => {
  const entry = fileURLToPath(new URL('./index.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, lib: { entry, formats: ['es'] } },
  })
  const [bundle] = Array.isArray(built) ? built : []
  const code = (bundle?.output ?? []).map((file) => (file.type === 'chunk' ? file.code : '')).join('')
  expect(code).toContain('Required parameter')
  expect(code).not.toMatch(/\bimport\b|zod|invalid_type/u)
  // Nearly all of it is the table of calls, 20 bytes for each of some 440.
  expect(gzipSync(code).length).toBeLessThan(9216)
})
