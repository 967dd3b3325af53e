import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeTestFolder } from '@bollard/testing'
import { expect, test } from 'vitest'
import { buildPackage } from '../build.ts'
import { protectAll } from './next.ts'
import { createProtection } from './index.ts'
import { allowed, startStandIn } from './testing/start-stand-in.ts'

test('the package as it is built needs nothing but Node, and has every entry that it names', async () => {
  const folder = await makeTestFolder()
  await buildPackage(folder.path)
  const files = readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  const imported = files.flatMap((file) =>
    [...readFileSync(join(folder.path, file), 'utf8').matchAll(/from ["']([^"'.][^"']*)["']/gu)].map(
      ([, name]) => name,
    ),
  )
  expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([])
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  for (const entry of Object.values<{ default: string }>(exports))
    expect(files).toContain(entry.default.replace('./dist/', ''))
  const run = `import('${join(folder.path, 'index.js')}').then(({ createProtection }) =>
    createProtection({ secretKey: 'a', host: 'http://127.0.0.1:1' }).protect({
      method: 'GET', host: 'a', path: '/', header: () => null, peer: null }).then(({ fault }) => console.log(fault)))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', '-e', run])
  expect(stdout.trim()).toBe('unreachable')
  await folder.remove()
})

test('in front of all pages of Next, what passes gets the fields of the decision, and the rest is answered', async () => {
  const service = await startStandIn()
  const protection = createProtection({ secretKey: 'bsec_1', host: service.host, timeoutMs: 30_000 })
  const options = { peer: () => '192.0.2.1', skip: ({ url }: Request) => url.includes('/_next/') }
  const proxy = protectAll(protection, options, (headers) => new Response('next', { headers }))
  const at = (path: string) => proxy(new Request(`https://shop.example${path}`))
  expect((await at('/a')).headers.get('bollard-decision')).toBe(allowed.id)
  expect((await at('/_next/a.js')).headers.get('bollard-decision')).toBeNull()
  service.answer({ ...allowed, conclusion: 'DENY' })
  expect((await at('/a')).status).toBe(403)
  await service.stop()
})
