import { faultsOfPage } from '@bollard/site-kit/page-states'
import { tellPage, type Told } from '@bollard/ui/tell-page'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { websitePage } from '../examples/website-page.ts'
import './site-toasts.island.ts'

let frames: FrameRequestCallback[] = []
let now = 0

/** Lets so many seconds go by, as far as somebody looks at the page. */
function wait(seconds: number): void {
  for (const end = now + seconds * 1000; now < end;) {
    now += 100
    for (const frame of frames.splice(0)) frame(now)
  }
}

/** As the server writes it, with one toast of each type to copy. */
function openPage(): HTMLElement {
  const toast = (type: string) => `<div data-slot="toast" data-type="${type}"><p data-slot="toast-title"></p>
    <p data-slot="toast-description"></p><button>x</button><div data-slot="toast-bar"></div></div>`
  document.body.innerHTML = `<main id="content" tabindex="-1"><button id="mine">Mine</button>
      <button id="copy"><span aria-live="polite">Copied</span></button>
      <a id="file" href="/gone.zip" download="gone.zip">File</a></main>
    <site-toasts data-copied="Copied." data-not-downloaded="Not downloaded.">
      <div hidden>${['INFO', 'SUCCESS', 'WARNING', 'DANGER'].map(toast).join('')}</div>
      <section aria-label="Messages"><div role="alert"></div><div role="status"></div></section></site-toasts>`
  return document.body
}

const shown = (role: 'alert' | 'status') =>
  [...document.querySelectorAll(`[role="${role}"] [data-slot="toast-title"]`)].map(({ textContent }) => textContent)
const tell = (told: Told) => tellPage(document, told)
const byId = (id: string) => document.querySelector<HTMLElement>(`#${id}`)

beforeEach(() => {
  frames = []
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

test('pages with toasts are clean, and each toast says its type and can be closed', async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  const state = websitePage({
    at: '/products/captcha',
    page: { id: 'page', module: { default: SomePage }, path: '*' },
    heading: () => 'A page',
    has: (body, { t }) => {
      tell({ type: 'SUCCESS', said: 'copied', displaySeconds: 600 })
      tell({ type: 'DANGER', said: 'notDownloaded' })
      expect(shown('status')).toEqual([t(($) => $.toasts.copied)])
      expect(shown('alert')).toEqual([t(($) => $.toasts.notDownloaded)])
      const texts = [...body.querySelectorAll('[role] > [data-slot="toast"]')].map(({ textContent }) => textContent)
      expect(texts[0]).toContain(t(($) => $.elements.notification.DANGER))
      expect(body.querySelectorAll('[role] > [data-slot="toast"] button[aria-label]')).toHaveLength(2)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a toast goes when its bar has run down, and one of danger stays until it is closed', () => {
  openPage()
  tell({ type: 'SUCCESS', said: 'copied' })
  tell({ type: 'DANGER', title: 'Gone wrong', description: 'Why' })
  wait(3)
  const bar = document.querySelector<HTMLElement>('[role="status"] [data-slot="toast-bar"]')
  expect(bar?.style.transform).toBe('scaleX(0.5)')
  expect(document.querySelectorAll('[role="alert"] [data-slot="toast-bar"]')).toHaveLength(0)
  wait(3.2)
  expect([shown('status'), shown('alert')]).toEqual([[], ['Gone wrong']])
  wait(60)
  document.querySelector<HTMLElement>('[role="alert"] button')?.click()
  expect(shown('alert')).toEqual([])
})

test('a toast waits while somebody is in it with the keyboard, or points at it', async () => {
  openPage()
  tell({ type: 'INFO', title: 'Read me', displaySeconds: 1 })
  const button = document.querySelector<HTMLElement>('[role="status"] button')
  button?.focus()
  wait(10)
  expect(shown('status')).toEqual(['Read me'])
  button?.blur()
  await userEvent.hover(
    page.elementLocator(document.querySelector('[role="status"] [data-slot="toast"]') ?? document.body),
  )
  wait(10)
  expect(shown('status')).toEqual(['Read me'])
  await userEvent.hover(page.elementLocator(byId('mine') ?? document.body))
  wait(1.2)
  expect(shown('status')).toEqual([])
})

test('five are shown at a time, the others in turn, and the same words once', () => {
  openPage()
  for (const title of ['1', '2', '3', '4', '5', '6']) tell({ type: 'WARNING', title })
  expect(shown('status')).toEqual(['1', '2', '3', '4', '5'])
  document.querySelector<HTMLElement>('[role="status"] button')?.click()
  expect(shown('status')).toEqual(['2', '3', '4', '5', '6'])
  document.querySelector<HTMLElement>('[role="status"] button')?.click()
  tell({ type: 'WARNING', title: '4' })
  expect(shown('status')).toEqual(['3', '5', '6', '4'])
})

test('toasts take no focus; Escape closes the newest, and gives the focus back to where it came from', async () => {
  openPage()
  byId('mine')?.focus()
  tell({ type: 'SUCCESS', title: 'old' })
  tell({ type: 'SUCCESS', title: 'new' })
  expect(document.activeElement?.id).toBe('mine')
  await userEvent.keyboard('{Escape}')
  expect(shown('status')).toEqual(['old'])
  document.querySelector<HTMLElement>('[role="status"] button')?.focus()
  await userEvent.keyboard('{Escape}')
  expect([shown('status'), document.activeElement?.id]).toEqual([[], 'mine'])
})

test('Escape that closes a menu closes no toast with it', async () => {
  openPage()
  tell({ type: 'SUCCESS', title: 'stays' })
  byId('mine')?.addEventListener('keydown', (event) => event.preventDefault())
  byId('mine')?.focus()
  await userEvent.keyboard('{Escape}')
  expect(shown('status')).toEqual(['stays'])
})

test('what the toast says, the button that was pressed does not say again', () => {
  openPage()
  const copy = byId('copy')
  expect(copy !== null && tellPage(copy, { type: 'SUCCESS', said: 'copied' })).toBe(true)
  expect(copy?.querySelector('[aria-live]')).toBeNull()
  document.body.replaceChildren()
  expect(tellPage(document, { type: 'SUCCESS', said: 'copied' })).toBe(false)
})

test('a file that does not come is said, and one that comes is not', async () => {
  openPage()
  const answers = [new Response(null, { status: 503 }), new Response('PK')]
  const asked = vi.fn<(address: string) => Promise<Response>>(async () => answers.shift() ?? Response.error())
  vi.stubGlobal('fetch', asked)
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const press = () => byId('file')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  press()
  await vi.waitFor(() => expect(shown('alert')).toEqual(['Not downloaded.']), { timeout: 20_000 })
  press()
  await vi.waitFor(() => expect(saved).toEqual(['gone.zip']), { timeout: 20_000 })
  expect(shown('alert')).toEqual(['Not downloaded.'])
})

function SomePage() {
  return (
    <>
      <title>A page</title>
      <h1>A page</h1>
    </>
  )
}
