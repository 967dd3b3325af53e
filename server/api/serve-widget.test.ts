import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWidget } from './serve-widget.ts'
import { readWidgetRelease, unpack } from './widget-release.ts'

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

const old = '0.0.9-0badcafe'
const pack = (files: object) => brotliCompressSync(JSON.stringify(files))

async function served(filesOf: (release: string) => Promise<Buffer | null>, elapsed?: () => number) {
  const asked: string[] = []
  const own = Fastify()
  serveWidget(own, join(folder, 'dist'), {
    own: '0.1.0-1a2b3c4d',
    filesOf: (release) => {
      asked.push(release)
      return filesOf(release)
    },
    ...(elapsed && { elapsed }),
  })
  const get = async (url: string) => {
    const { statusCode, headers, body } = await own.inject(url)
    return { statusCode, body, isForever: String(headers['cache-control']).includes('immutable') }
  }
  return { asked, get, close: () => own.close() }
}

test('an address with a version has the files of that release, for ever', async () => {
  const { asked, get, close } = await served(async (release) =>
    release === old
      ? pack({ 'widget.js': 'old widget', 'widget/frame.html': '<p>old', 'widget/languages/de.json': '["alt"]' })
      : null,
  )
  const isNow = { statusCode: 200, body: 'export const widget = 1' }
  for (const url of ['/widget/0.1.0-1a2b3c4d/widget.js', '/widget.js?0.1.0-1a2b3c4d'])
    expect(await get(url)).toEqual({ ...isNow, isForever: true })
  for (const url of [`/widget/${old}/widget.js`, `/widget.js?${old}`])
    expect(await get(url)).toEqual({ statusCode: 200, body: 'old widget', isForever: true })
  expect(await get(`/widget/frame.html?${old}`)).toMatchObject({ body: '<p>old', isForever: true })
  expect(await get(`/widget/${old}/languages/de.json`)).toMatchObject({ body: '["alt"]', isForever: true })
  expect(asked, 'read once').toEqual([old])
  // What another release lacks, or nobody has any more, is answered with what there is, until it is there.
  expect(await get(`/widget/chunk-a1b2c3d4e5.js?${old}`)).toMatchObject({ body: 'export {}', isForever: false })
  expect(await get('/widget/0.0.1-00000000/widget.js')).toEqual({ ...isNow, isForever: false })
  expect(await get('/widget/0.0.1-00000000/missing.js')).toMatchObject({ statusCode: 404 })
  // A page may put behind the address what it likes.
  expect(await get('/widget.js?attempt=2')).toEqual({ ...isNow, isForever: false })
  expect(asked.length).toBe(3)
  await close()
})

test('a release that is still loaded is heard of once an hour, and one that is not there costs nothing', async () => {
  let now = 0
  const { asked, get, close } = await served(
    async (release) => (release.startsWith('0.0.9') ? pack({ 'widget.js': release }) : null),
    () => now,
  )
  for (now of [0, 1_000_000, 3_500_000, 3_700_000]) await get(`/widget.js?${old}`)
  expect(asked).toEqual([old, old])
  for (let n = 0; n < 20; n++) {
    await get(`/widget.js?0.0.9-0000000${n % 10}`)
    await get(`/widget.js?0.0.1-0000000${n % 10}`)
  }
  await get('/widget.js?0.0.1-00000000')
  expect(asked.length, 'neither more than eight nor any that is not there is kept').toBe(2 + 20 + 20 + 1)
  await close()
})

test('while the database is away the present release does', async () => {
  const { get, close } = await served(() => Promise.reject(new Error('away')))
  expect(await get(`/widget.js?${old}`)).toEqual({ statusCode: 200, body: 'export const widget = 1', isForever: false })
  await close()
})

test('what is packed for later comes back as it was, and what no build says is not read', async () => {
  await writeFile(
    join(folder, 'dist', 'widget', 'manifest.json'),
    JSON.stringify({ release: '0.1.0-1a2b3c4d', layout: 0x1a2b3c4d, checks: 49 }),
  )
  const { pack: packed, ...release } = readWidgetRelease(join(folder, 'dist'))
  expect(release).toEqual({ release: '0.1.0-1a2b3c4d', layout: 0x1a2b3c4d, checks: 49 })
  const files = await unpack(await packed())
  expect(files.get('widget.js')?.toString()).toBe('export const widget = 1')
  expect([...files.keys()].toSorted()).toEqual([
    'widget.js',
    'widget/chunk-a1b2c3d4e5.js',
    'widget/frame.html',
    'widget/manifest.json',
  ])
  expect(() => readWidgetRelease(folder)).toThrow('not built')
})
