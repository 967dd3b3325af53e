import { expect, test } from 'vitest'
import { pageOfSocialImage, socialImageAddress, socialTitle } from './social-image-address.ts'
import { createSocialImages } from './social-images.ts'

const title = 'Bots & "people" <b>'
const html = (path: string, image = `https://site.example${socialImageAddress(path, title)}`) =>
  `<meta property="og:image" content="${image}"/><meta property="og:image:alt" content="Bots &amp; &quot;people&quot; &lt;b&gt;"/><meta property="article:section" content="Wiki"/>`

/** A site with pages at `/en/0` to `/en/9`, each with a picture of ten bytes. */
function start({ bytesMax = 1_000, waitingMax = 32 } = {}) {
  const drawn: unknown[] = []
  const faults: Error[] = []
  const told: unknown[] = []
  const waiting: (() => void)[] = []
  const images = createSocialImages({
    bytesMax,
    waitingMax,
    onFault: (error) => void told.push(error),
    readPage: async (path) =>
      /^\/en\/\d$/u.test(path)
        ? new Response(html(path), { headers: { 'content-type': 'text/html; charset=utf-8' } })
        : new Response('<p>No', { status: 404, headers: { 'content-type': 'text/html' } }),
    draw: async (image) => {
      drawn.push(image)
      await new Promise<void>((go) => waiting.push(go))
      const fault = faults.shift()
      if (fault !== undefined) throw fault
      return Buffer.alloc(10)
    },
  })
  const get = async (path: string, finishes = true) => {
    const answer = images.answer(path)
    if (answer === null) throw new Error(`${path} is no picture`)
    // A page is read before it is drawn.
    for (let turn = 0; finishes && turn < 20; turn += 1) {
      await new Promise((go) => setImmediate(go))
      waiting.shift()?.()
    }
    return answer
  }
  return { images, drawn, faults, told, waiting, get }
}
const addressOf = (page: number) => socialImageAddress(`/en/${page}`, title)

test('a picture is drawn once, of what its page says, and may be kept for ever', async () => {
  const { drawn, get } = start()
  const [answer, same] = await Promise.all([get(addressOf(1)), get(addressOf(1))])
  await get(addressOf(1))
  expect(drawn).toEqual([{ title, section: 'Wiki' }])
  expect(same.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'image/png',
    'content-length': '10',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test('what no page names is not drawn: an unknown page is a 404, and another mark leads to the picture that the page names', async () => {
  const { images, drawn, get } = start()
  for (const path of ['/social/abc/en/none.png', '/social/abc/en/../1.png', '/social/abc/en.png'])
    expect((await get(path)).status, path).toBe(404)
  const moved = await get('/social/abc/en/1.png')
  expect([moved.status, moved.headers.get('location')]).toEqual([302, addressOf(1)])
  expect(drawn).toEqual([])
  for (const path of ['/en/1', '/social/abc/1.png', '/social//en/1.png', '/social/abc/en/1', '/social/abc/en//1.png'])
    expect(images.answer(path), path).toBeNull()
})

test('no more is kept than allowed: what was asked for longest ago is drawn anew', async () => {
  const { drawn, get } = start({ bytesMax: 25 })
  for (const page of [1, 2, 1, 3]) await get(addressOf(page))
  expect(drawn).toHaveLength(3)
  await get(addressOf(1))
  expect(drawn).toHaveLength(3)
  await get(addressOf(2))
  expect(drawn).toHaveLength(4)
})

test('pictures are drawn one at a time, and who comes when too many wait is told to come back', async () => {
  const { drawn, get, waiting } = start({ waitingMax: 2 })
  const [first, second] = [get(addressOf(1), false), get(addressOf(2), false)]
  for (let turn = 0; turn < 20; turn += 1) await new Promise((go) => setImmediate(go))
  expect(drawn).toHaveLength(1)
  const refused = await get(addressOf(3), false)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  waiting.shift()?.()
  await first
  for (let turn = 0; turn < 20; turn += 1) await new Promise((go) => setImmediate(go))
  waiting.shift()?.()
  expect((await second).status).toBe(200)
})

test('a picture that could not be drawn is tried again, and holds up no other', async () => {
  const { faults, told, get } = start()
  const fault = new Error('No memory')
  faults.push(fault)
  const failed = await get(addressOf(1))
  expect([failed.status, await failed.text(), told]).toEqual([500, 'This picture could not be drawn.\n', [fault]])
  expect((await get(addressOf(2))).status).toBe(200)
  expect((await get(addressOf(1))).status).toBe(200)
})

test('an address tells its page and changes with the title, which leaves the name of the site to the logo', () => {
  expect(pageOfSocialImage(socialImageAddress('/de/wiki/what-are-bots', 'A'))).toBe('/de/wiki/what-are-bots')
  expect(socialImageAddress('/de/wiki', 'A')).not.toBe(socialImageAddress('/de/wiki', 'B'))
  expect(socialTitle('Pricing · Bollard')).toBe('Pricing')
  expect(socialTitle('Widget · Bollard documentation')).toBe('Widget')
  expect(socialTitle('One · two')).toBe('One · two')
})
