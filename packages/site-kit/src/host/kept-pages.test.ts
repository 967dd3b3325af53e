import { expect, test } from 'vitest'
import { type Asking, createKeptPages } from './kept-pages.ts'

const asking = (
  address: string,
  cookie: string | null = null,
  gpc: string | null = null,
  dnt: string | null = null,
): Asking => ({
  address,
  cookie,
  gpc,
  dnt,
})
const page = (text: string, more: Record<string, string> = { 'x-bollard-kept': 'yes' }) =>
  new Response(text, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "script-src 'self'",
      'x-request-id': 'of the first',
      ...more,
    },
  })

test('a page that says so is kept as it was sent, and nobody hears of it', async () => {
  const kept = createKeptPages()
  const sent = await kept.keep(asking('/en/wiki'), page('Wiki'))
  expect([await sent.text(), sent.headers.has('x-bollard-kept'), sent.headers.get('x-request-id')]).toEqual([
    'Wiki',
    false,
    'of the first',
  ])
  const found = kept.find(asking('/en/wiki', 'theme=dark; other=1'))
  expect(found?.plain.toString()).toBe('Wiki')
  expect(found?.headers).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "script-src 'self'",
  })
})

test('a page that does not say so, a query and any other spelling of an address are not kept', async () => {
  const kept = createKeptPages()
  await kept.keep(asking('/en/contact-us'), page('Form', {}))
  const others = ['/en/wiki?q=a', '/en/wiki?', '/en/w%69ki', '/en/wiki/', '/en/wiki;a', '//evil.example/']
  for (const address of others) {
    const sent = await kept.keep(asking(address), page('Wiki'))
    expect([await sent.text(), sent.headers.has('x-bollard-kept')], address).toEqual(['Wiki', false])
  }
  for (const address of ['/en/contact-us', '/en/wiki', ...others])
    expect(kept.find(asking(address)), address).toBeNull()
})

test('what somebody has answered about cookies decides which page they get', async () => {
  const kept = createKeptPages()
  const ways = [
    asking('/en/wiki'),
    asking('/en/wiki', 'cookie_consent=accepted'),
    asking('/en/wiki', 'cookie_consent=rejected'),
    asking('/en/wiki', null, '1'),
    asking('/en/wiki', null, null, '1'),
  ]
  for (const [index, way] of ways.entries()) {
    expect(kept.find(way)).toBeNull()
    await kept.keep(way, page(`page ${index}`))
  }
  expect(ways.map((way) => kept.find(way)?.plain.toString())).toEqual([
    'page 0',
    'page 1',
    'page 2',
    'page 3',
    'page 4',
  ])
  expect(kept.find(asking('/en/wiki', 'cookie_consent=anything'))?.plain.toString()).toBe('page 0')
})

test('no more is kept than allowed: what was asked for longest ago goes first', async () => {
  const kept = createKeptPages(10)
  for (const name of ['a', 'b', 'a']) await kept.keep(asking(`/en/${name}`), page('12345'))
  kept.find(asking('/en/b'))
  await kept.keep(asking('/en/c'), page('12345'))
  expect(['a', 'b', 'c'].map((name) => kept.find(asking(`/en/${name}`)) !== null)).toEqual([false, true, true])
})
