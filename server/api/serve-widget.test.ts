import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWidget } from './serve-widget.ts'

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bollard-widget-'))
  await mkdir(join(folder, 'dist', 'widget'), { recursive: true })
  await writeFile(join(folder, 'secret.js'), 'secret')
  await writeFile(join(folder, 'dist', 'widget.js'), 'export const widget = 1')
  await writeFile(join(folder, 'dist', 'widget', 'frame.html'), '<!doctype html>')
  await writeFile(join(folder, 'dist', 'widget', 'chunk-a1b2c3d4e5.js'), 'export {}')
  app = Fastify()
  serveWidget(app, join(folder, 'dist'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test('any page of any origin may load the widget', async () => {
  const { statusCode, headers, body } = await app.inject('/widget.js')
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: 'export const widget = 1' })
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  })
})

test('it is sent compressed to those who accept it', async () => {
  const { headers, rawPayload } = await app.inject({ url: '/widget.js', headers: { 'accept-encoding': 'gzip, br' } })
  expect(headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(rawPayload).toString()).toBe('export const widget = 1')
})

test('a copy that is still good is not sent again', async () => {
  const { headers } = await app.inject('/widget.js')
  const { statusCode, body } = await app.inject({
    url: '/widget.js',
    headers: { 'if-none-match': String(headers.etag) },
  })
  expect({ statusCode, body }).toEqual({ statusCode: 304, body: '' })
})

test('only names with a hash are kept for ever', async () => {
  expect((await app.inject('/widget.js')).headers['cache-control']).toContain('max-age=600')
  expect((await app.inject('/widget/chunk-a1b2c3d4e5.js')).headers['cache-control']).toContain('immutable')
})

test('the frame may be shown anywhere and runs only our own code', async () => {
  const policy = String((await app.inject('/widget/frame.html')).headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
  expect(policy).toContain('frame-ancestors *')
})

test('no address leaves the folder', async () => {
  for (const url of [
    '/widget/../secret.js',
    '/widget/..%2f..%2fsecret.js',
    '/widget/%2e%2e/%2e%2e/secret.js',
    '/widget/missing.js',
    '/widget/',
  ]) {
    expect((await app.inject(url)).statusCode).toBe(404)
  }
})
