import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createRenderedPages } from './rendered-pages.server.ts'

const page = (text = 'x'.repeat(400)) =>
  new Response(text, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public', 'x-request-id': '1' },
  })
const asking = (headers: Record<string, string> = {}) => new Request('http://localhost/shop', { headers })

test('a kept page is sent again as it was, compressed for who understands it, and confirmed to who has it', async () => {
  const kept = createRenderedPages(10_000)
  expect(kept.find('key', asking())).toBeNull()
  const first = await kept.keep('key', asking(), page())
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/u)
  const again = await kept.find('key', asking({ 'accept-encoding': 'gzip, br' }))
  expect(again?.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(Buffer.from((await again?.arrayBuffer()) ?? new ArrayBuffer(0))).toString()).toBe(
    'x'.repeat(400),
  )
  // The number of a request belongs to that request.
  expect(again?.headers.get('x-request-id')).toBeNull()
  const known = await kept.find('key', asking({ 'if-none-match': `"other", ${etag}` }))
  expect([known?.status, await known?.text()]).toEqual([304, ''])
})

test('kept pages take no more than they may', async () => {
  const kept = createRenderedPages(2_000)
  await kept.keep('a', asking(), page())
  await kept.keep('b', asking(), page())
  await kept.find('a', asking())
  await kept.keep('c', asking(), page())
  expect(['a', 'b', 'c'].map((key) => kept.find(key, asking()) !== null)).toEqual([true, false, true])
})
