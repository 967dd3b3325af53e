import { expect, test, vi } from 'vitest'
import { environment } from './environment.ts'
import { sceneOn } from './scene-for-test.ts'

/** Whether a page of these widths is taken for one that is not drawn. */
function hasNoLayout({ window = 1366, root = 0, body = 0, display = 'block' }) {
  const page = {
    innerWidth: window,
    document: { documentElement: { offsetWidth: root }, body: { offsetWidth: body } },
    getComputedStyle: () => ({ display }),
  }
  return environment['no-layout'](sceneOn(page))
}

test('a page in a window that takes no room is not drawn', () => {
  expect(hasNoLayout({})).toBe(true)
  expect(hasNoLayout({ root: 1366, body: 1350 })).toBe(false)
})

test.for([{ display: 'none' }, { display: 'contents', body: 1366 }, { window: 0 }])(
  'a page that hides itself for a moment is drawn all the same: %o',
  (page) => {
    expect(hasNoLayout(page)).toBe(false)
  },
)

test('a browser without workers', () => {
  expect(environment['no-worker'](sceneOn({}))).toBe(true)
  expect(environment['no-worker'](sceneOn({ Worker: Map }))).toBe(false)
})

/** A page that draws a picture every so many milliseconds. */
async function drawsAtOnce({
  everyMs,
  hidden = false,
  coarseClock = false,
}: {
  everyMs: readonly number[]
  hidden?: boolean
  coarseClock?: boolean
}) {
  let now = 0
  let pictures = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const requestAnimationFrame = (draw: () => void) => {
    now += everyMs[pictures++ % everyMs.length] ?? 0
    draw()
  }
  const verdict = await environment['instant-frames'](
    sceneOn({ document: { hidden }, requestAnimationFrame }, { coarseClock }),
  )
  vi.restoreAllMocks()
  return verdict
}

test('what draws nothing draws a thousand pictures a second', async () => {
  expect(await drawsAtOnce({ everyMs: [0.01] })).toBe(true)
  for (const everyMs of [[16.7], [6.9], [4.2], [0.3, 0.2, 16.7]]) expect(await drawsAtOnce({ everyMs })).toBe(false)
  expect(await drawsAtOnce({ everyMs: [0.01], hidden: true })).toBeUndefined()
  expect(await drawsAtOnce({ everyMs: [0], coarseClock: true })).toBeUndefined()
})

const chrome = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
}
const firefox = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0' }
const phone = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
}

test('a page is not larger than the screen, unless it is zoomed', () => {
  const page = {
    navigator: chrome,
    devicePixelRatio: 1,
    innerWidth: 1365,
    innerHeight: 700,
    screen: { width: 800, height: 600 },
  }
  expect(environment['page-larger-than-screen'](sceneOn(page))).toBe(true)
  expect(environment['page-larger-than-screen'](sceneOn({ ...page, screen: { width: 1366, height: 768 } }))).toBe(false)
  expect(environment['page-larger-than-screen'](sceneOn({ ...page, devicePixelRatio: 0.67 }))).toBe(false)
  expect(environment['page-larger-than-screen'](sceneOn({ ...page, navigator: phone }))).toBeUndefined()
})

test('a screen that stands is not wider than high', () => {
  const screen = { width: 800, height: 600, orientation: { type: 'portrait-primary' } }
  expect(environment['screen-orientation'](sceneOn({ navigator: chrome, screen }))).toBe(true)
  expect(environment['screen-orientation'](sceneOn({ navigator: chrome, screen: { ...screen, height: 1280 } }))).toBe(
    false,
  )
  expect(environment['screen-orientation'](sceneOn({ navigator: chrome, screen: { ...screen, height: 800 } }))).toBe(
    false,
  )
  expect(environment['screen-orientation'](sceneOn({ navigator: firefox, screen }))).toBeUndefined()
})
