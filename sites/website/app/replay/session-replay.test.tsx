import { Replayer } from 'rrweb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './session-replay.island.ts'

const secret = 'hunter2'
let sent: { visit: string; number: number; path: string; events: string[] }[] = []

const agree = (answer: string) => (document.cookie = `cookie_consent=${answer}; path=/`)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  sessionStorage.clear()
  history.replaceState(null, '', location.pathname)
  sent = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return { ok: true }
  })
  agree('accepted')
})
afterEach(() => {
  document.body.replaceChildren()
  document.cookie = 'cookie_consent=; max-age=0; path=/'
  vi.useRealTimers()
})

/** A page with what an article has, and the element that records it. */
function openPage(more = ''): HTMLElement {
  document.body.innerHTML = `<h1>Stop bots</h1><input id="field" /><output id="echo"></output>${more}<session-replay></session-replay>`
  return document.body
}

/** As somebody types, and as islands repeat it. Changes of the page are seen a moment later. */
async function type(text: string): Promise<void> {
  const field = document.querySelector<HTMLInputElement>('#field')
  const echo = document.createElement('p')
  echo.title = text
  echo.textContent = `You typed ${text}`
  if (field !== null) field.value = text
  field?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  document.querySelector('#echo')?.append(echo)
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** What somebody sees who watches what was sent. */
async function watch(): Promise<HTMLElement | undefined> {
  const root = document.createElement('div')
  root.dataset['noReplay'] = ''
  document.body.append(root)
  const events = sent.flatMap((one) => one.events).map((event) => JSON.parse(event))
  const replayer = new Replayer(events, { root, mouseTail: false })
  replayer.pause(replayer.getMetaData().totalTime + 1)
  const seen = replayer.iframe.contentDocument?.body
  await vi.waitFor(() => expect(seen?.querySelector('#echo')?.children).toHaveLength(2), { timeout: 20_000 })
  return seen
}

const sendNow = () => vi.advanceTimersByTime(5_000)
const written = () => JSON.stringify(sent)

test('a page is sent every five seconds, in numbered batches of one visit, and nothing that was typed is in it', async () => {
  openPage()
  await type(secret)
  expect(sent).toEqual([])
  sendNow()
  await type('correct horse')
  sendNow()
  sendNow()
  expect(sent.map(({ number }) => number)).toEqual([0, 1])
  expect(new Set(sent.map(({ visit }) => visit)).size).toBe(1)
  expect(written()).toContain('Stop bots')
  expect(written()).not.toMatch(/hunter2|correct|horse/u)
  const seen = await watch()
  expect(seen?.querySelector('h1')?.textContent).toBe('Stop bots')
  expect(seen?.querySelector<HTMLInputElement>('#field')?.value).toBe('***')
  expect(seen?.querySelector('#echo')?.textContent).toBe('*** ***** ********** ***** ******* *****')
  // The second text looks like the first, so not even that something else was typed is told.
  const typed = sent
    .flatMap(({ events }) => events.map((one) => JSON.parse(one)))
    .filter(({ data }) => data.source === 5)
  expect(typed.map(({ data }) => data.text)).toEqual(['***'])
})

test.for(['typed before the yes', 'in the address'] as const)(
  'what is %s and repeated by the page is masked, too',
  async (where) => {
    if (where === 'in the address') history.replaceState(null, '', `?q=${secret}`)
    openPage(`<a href="/en/wiki?q=${secret}">Next</a>`).querySelector('session-replay')?.remove()
    await type(secret)
    document.body.append(document.createElement('session-replay'))
    sendNow()
    expect(sent).toHaveLength(1)
    expect(written()).not.toMatch(/hunter2|Stop bots/u)
  },
)

test('a page with a password, or with what is private, is not recorded', () => {
  for (const more of ['<input type="password">', '<form data-no-replay></form>']) {
    openPage(more)
    sendNow()
  }
  expect([sent, sessionStorage.length]).toEqual([[], 0])
})

test('a no ends it at once: nothing that waits is sent, and the visit is forgotten', async () => {
  openPage()
  sendNow()
  await type(secret)
  expect(sessionStorage.length).toBe(1)
  document.querySelector('session-replay')?.remove()
  sendNow()
  expect([sent.length, sessionStorage.length]).toEqual([1, 0])

  // The no was given in another tab.
  openPage()
  sendNow()
  await type(secret)
  agree('rejected')
  sendNow()
  sendNow()
  expect([sent.length, sessionStorage.length]).toEqual([2, 0])
})

test('a server that takes no more is sent nothing more from this page', async () => {
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return { ok: false }
  })
  openPage()
  sendNow()
  await Promise.resolve().then(() => Promise.resolve())
  await type(secret)
  sendNow()
  expect(sent).toHaveLength(1)
})

test('the visit goes on with the next page of the tab, and ends after half an hour', () => {
  openPage()
  sendNow()
  openPage()
  sendNow()
  expect(sent.map(({ number }) => number)).toEqual([0, 1])
  const visit = JSON.parse(sessionStorage.getItem('replay') ?? '{}')
  sessionStorage.setItem('replay', JSON.stringify({ ...visit, startedAt: Date.now() - 30 * 60_000 }))
  openPage()
  sendNow()
  expect(sent).toHaveLength(2)
})
