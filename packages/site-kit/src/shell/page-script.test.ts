import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { pageScript } from './page-script.ts'

/** As much of a browser as the script touches. */
function open({
  account,
  theme,
  remembered,
  copies = true,
}: {
  account?: string
  theme?: string
  remembered?: string
  copies?: boolean
}) {
  const dataset: Record<string, string> = { ...(account ? { accountTheme: account } : {}), ...(theme ? { theme } : {}) }
  const stored = new Map(remembered ? [['theme', remembered]] : [])
  const sent: { url: string; body: string }[] = []
  const told: unknown[] = []
  const listeners = new Map<string, (event: object) => void>()
  class Element {
    readonly attribute: string
    readonly dataset: Record<string, string>
    constructor(attribute: string, dataset: Record<string, string> = {}) {
      this.attribute = attribute
      this.dataset = dataset
    }
    closest(selector: string) {
      return selector === `[${this.attribute}]` ? this : null
    }
    dispatchEvent({ type, detail }: CustomEvent) {
      told.push([type, detail])
    }
  }
  const context = createContext({
    CustomEvent,
    Element,
    URLSearchParams,
    setTimeout: () => {},
    navigator: { clipboard: { writeText: async () => (copies ? undefined : Promise.reject(new Error('No'))) } },
    WeakSet,
    document: {
      documentElement: { dataset, lang: 'de' },
      currentScript: { nonce: 'n' },
      addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener),
      // The older way to copy, which browsers may refuse too.
      createElement: () => ({ style: {}, select: () => {}, remove: () => {} }),
      execCommand: () => false,
      body: { append: () => {} },
    },
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
      removeItem: (name: string) => stored.delete(name),
    },
    matchMedia: () => ({ matches: false }),
    addEventListener: () => {},
    fetch: async (url: string, { body }: { body: URLSearchParams }) => void sent.push({ url, body: body.toString() }),
    window: {},
  })
  runInContext(pageScript, context)
  const click = (attribute: string, data: Record<string, string> = {}) =>
    listeners.get('click')?.({ target: new Element(attribute, data) })
  return { dataset, stored, sent, told, click }
}

test('who is signed in sees the theme of the account, whatever the browser remembers, and the buttons change it there', () => {
  const dark = open({ account: 'dark', theme: 'dark', remembered: 'light' })
  expect([dark.dataset['theme'], dark.stored.get('theme')]).toEqual(['dark', 'dark'])
  dark.click('data-theme-toggle')
  expect([dark.dataset['theme'], dark.stored.get('theme'), dark.sent]).toEqual([
    'light',
    'light',
    [{ url: '/de/theme', body: 'theme=light' }],
  ])
  dark.click('data-theme-choice', { themeChoice: 'system' })
  expect([dark.dataset['theme'], dark.stored.get('theme'), dark.sent.at(-1)]).toEqual([
    undefined,
    undefined,
    { url: '/de/theme', body: 'theme=system' },
  ])
  const system = open({ account: 'system', remembered: 'dark' })
  expect([system.dataset['theme'], system.stored.size]).toEqual([undefined, 0])
})

test('a page that knows nobody shows what this browser remembers, and tells no account', () => {
  const page = open({ remembered: 'dark' })
  expect(page.dataset['theme']).toBe('dark')
  page.click('data-theme-toggle')
  expect([page.dataset['theme'], page.stored.get('theme'), page.sent]).toEqual(['light', 'light', []])
  expect(open({ remembered: 'pink' }).dataset['theme']).toBeUndefined()
})

test('a button that copies tells the page whether it has, and does not claim what a browser refused', async () => {
  const [copying, refused] = [open({}), open({ copies: false })]
  const [code, same] = [{ copy: 'code' }, { copy: 'code' }]
  copying.click('data-copy', code)
  refused.click('data-copy', same)
  await new Promise((resolve) => setImmediate(resolve))
  expect(copying.told).toEqual([['toast', { type: 'SUCCESS', said: 'copied' }]])
  expect(refused.told).toEqual([['toast', { type: 'DANGER', said: 'notCopied' }]])
  expect([code, same]).toEqual([{ copy: 'code', copied: '' }, { copy: 'code' }])
})
