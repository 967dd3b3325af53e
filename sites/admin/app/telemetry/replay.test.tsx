import type { Replay } from '@bollard/contracts'
import { faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { Replayer } from 'rrweb'
import { afterEach, expect, test, vi } from 'vitest'
import { adminPage } from '../examples/example-pages.ts'
import { harmlessEvent } from './harmless-event.ts'
import * as replayPage from './replay.tsx'

const replay: Replay = {
  id: '01941f29-7c00-7000-8000-000000000031',
  startedAt: '2026-11-19T08:00:00.000Z',
  lastAt: '2026-11-19T08:02:07.000Z',
  path: '/products/captcha',
  language: 'de',
  device: 'phone',
  country: null,
  batches: 3,
  characters: 120_000,
}
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

let number = 1
/** Nodes as rrweb records them. */
const text = (textContent: string) => ({ type: 3, textContent, id: (number += 1) })
const node = (tagName: string, attributes: object = {}, childNodes: object[] = [], more: object = {}) => ({
  type: 2,
  tagName,
  attributes,
  childNodes,
  id: (number += 1),
  ...more,
})
function recordingOf(body: object[], changes: object[] = [], head: object[] = []): object[] {
  const html = node('html', {}, [node('head', {}, head), node('body', { id: 'body' }, body)])
  const doctype = { type: 1, name: 'html', publicId: '', systemId: '', id: (number += 1) }
  const document = { type: 0, childNodes: [doctype, html], id: (number += 1) }
  return [
    { type: 4, data: { href: 'https://www.example/en/products', width: 800, height: 400 }, timestamp: 1000 },
    { type: 2, data: { node: document, initialOffset: { left: 0, top: 0 } }, timestamp: 1001 },
    ...changes.map((data, index) => ({ type: 3, data, timestamp: 1100 + index })),
    { type: 3, data: { source: 3, id: 1, x: 0, y: 0 }, timestamp: 3000 },
  ]
}

/** Shows a recording to its end as the page does, and answers the document that it drew. */
async function show(events: object[]): Promise<Document> {
  const root = document.createElement('div')
  document.body.append(root)
  const harmless = events.flatMap((one) => harmlessEvent(one, 'n-1') ?? [])
  const replayer = new Replayer(harmless as never, { root, mouseTail: false, showWarning: false })
  replayer.pause(10_000)
  const drawn = replayer.iframe.contentDocument
  await vi.waitFor(() => expect(drawn?.querySelector('#end')).not.toBeNull(), { timeout: 20_000 })
  expect(replayer.iframe.getAttribute('sandbox')).toBe('allow-same-origin')
  if (drawn === null) throw new Error('nothing was drawn')
  return drawn
}
const end = () => node('p', { id: 'end' }, [text('The end')])

/** Addresses that only a recording names; each would be a request of its own if anything asked for it. */
const outside = (name: string) => `${location.origin}/recorded-${name}`
const attacks = () => {
  const run = 'parent.attacked = true'
  return [
    node('script', {}, [text(run)]),
    node('script', { src: outside('script.js') }),
    node('img', {
      src: outside('image.png'),
      srcset: `${outside('set.png')} 2x`,
      onerror: run,
      onload: run,
      alt: 'A cat',
    }),
    node('img', { src: 'data:image/png;base64,AAAA', onerror: run }),
    node('a', { href: `javascript:${run}`, id: 'link' }, [text('Click me')]),
    node('iframe', { src: outside('frame'), srcdoc: `<script>${run}</script>` }),
    node('object', { data: outside('object') }),
    node('embed', { src: outside('embed') }),
    node('video', { src: outside('video'), poster: outside('poster'), autoplay: true }),
    node('link', { rel: 'stylesheet', href: outside('sheet.css') }),
    node('meta', { 'http-equiv': 'refresh', content: `0;url=${outside('meta')}` }),
    node('base', { href: outside('base/') }),
    node('form', { action: outside('form') }, [node('input', { type: 'image', src: outside('input.png') })]),
    node(
      'svg',
      {},
      [
        node('image', { href: '#part' }, [], { isSVG: true }),
        node('image', { href: outside('svg.png'), 'xlink:href': outside('xlink.png') }, [], { isSVG: true }),
        node('use', { href: `${outside('use.svg')}#a` }, [], { isSVG: true }),
        node('set', { attributeName: 'href', to: `javascript:${run}` }, [], { isSVG: true }),
      ],
      { isSVG: true },
    ),
    node('style', { _cssText: `@import "${outside('import.css')}"; p { background: url(${outside('css.png')}) }` }),
    node('link', { rel: 'stylesheet', _cssText: `p { background: \\75 r\\6c("${outside('escaped.png')}") }` }),
    node('style', {}, [text(`p { background: image-set("#a" 1x, "${outside('set-css.png')}" 2x) }`)]),
    node('p', { style: `background: URL(${outside('style.png')})` }, [text('A paragraph')]),
    node('x-own', {}, [], { isCustom: true }),
  ]
}

test('a recording that attacks runs nothing and loads nothing, in its page and in what changes later', async () => {
  const changed = node('div', { id: 'changed' })
  const style = node('style')
  const css = text(`p { background: url(${outside('text.png')}) }`)
  const drawn = await show(
    recordingOf(
      [changed, ...attacks()],
      [
        {
          source: 0,
          texts: [],
          removes: [],
          attributes: [
            {
              id: changed.id,
              attributes: {
                onclick: 'parent.attacked = true',
                src: outside('later.png'),
                style: { background: `url(${outside('later-style.png')})` },
              },
            },
          ],
          adds: [
            ...[...attacks(), style, end()].map((added) => ({ parentId: changed.id, nextId: null, node: added })),
            { parentId: style.id, nextId: null, node: css },
          ],
        },
        { source: 8, id: 3, adds: [{ rule: `p { background: url(${outside('rule.png')}) }`, index: 0 }] },
        {
          source: 15,
          id: 1,
          styleIds: [1],
          styles: [{ styleId: 1, rules: [{ rule: `@import url(${outside('adopted.css')})` }] }],
        },
      ],
    ),
  )
  const link = drawn.querySelector<HTMLAnchorElement>('body > #link')
  link?.click()
  expect([link?.textContent, link?.getAttribute('href')]).toEqual(['Click me', '#'])
  // The frame asks for this one thing, so that what sees it would have seen the others.
  const control = drawn.createElement('img')
  control.src = outside('control.png')
  const loaded = () => drawn.defaultView?.performance.getEntriesByType('resource').map(({ name }) => name) ?? []
  await vi.waitFor(() => expect(loaded()).not.toEqual([]), { timeout: 20_000 })
  expect(loaded()).toEqual([outside('control.png')])
  expect('attacked' in window).toBe(false)
  expect(drawn.querySelectorAll('script, iframe, object, embed, video, link, meta, base')).toHaveLength(0)
  const all = [...drawn.querySelectorAll('*')].flatMap((one) => [...one.attributes])
  const harmful = /(?<!not-loaded\(["']?[^)]*)recorded-|javascript:/u
  expect(all.filter(({ name, value }) => name.startsWith('on') || harmful.test(value))).toEqual([])
})

test('what a page looks like is shown: its styles, pictures that stand in the recording, and texts', async () => {
  const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  const style = node('link', { rel: 'stylesheet', _cssText: `#end { color: rgb(1, 2, 3); background: url("${dot}") }` })
  const drawn = await show(recordingOf([node('img', { src: dot, alt: '', id: 'dot' }), end()], [], [style]))
  const shown = drawn.querySelector('#end')
  expect(shown?.textContent).toBe('The end')
  expect(drawn.querySelector('style[nonce]')?.getAttribute('nonce')).toBe('n-1')
  expect(shown && drawn.defaultView?.getComputedStyle(shown).color).toBe('rgb(1, 2, 3)')
  expect(drawn.querySelector('#dot')?.getAttribute('src')).toBe(dot)
})

test.for([
  null,
  'x',
  {},
  { type: 3, timestamp: 1, data: { source: 9 } },
  { type: 5, timestamp: 1, data: {} },
  { type: 2, data: {} },
])('what is no event that shows something is left out: %j', (event) => {
  expect(harmlessEvent(event, '')).toBeNull()
})

const answerWith = (events: unknown, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(events), { status }))
const page = layer('telemetry/replay', replayPage, { path: 'visits/replays/:replayId', loaderData: { replay } })

test.for([
  ['plays', () => answerWith(recordingOf([end()])), '800 × 400'],
  ['says that there is nothing to play', () => answerWith([]), 'EMPTY'],
  ['says that it cannot be read', () => answerWith({}, 502), 'FAILED'],
] as const)('a replay is clean and %s', async ([, answer, seen]) => {
  answer()
  const state = adminPage({
    at: `/visits/replays/${replay.id}`,
    mayChange: false,
    page,
    heading: (t) => t(($) => $.telemetry.player.title),
    has: async (shown, { t }) => {
      const words = seen === 'EMPTY' || seen === 'FAILED' ? t(($) => $.telemetry.player.states[seen]) : seen
      await vi.waitFor(() => expect(shown.textContent).toContain(words), { timeout: 20_000 })
      // The file stays, whatever the player makes of it.
      expect(shown.querySelector(`main a[href$="/${replay.id}/events.json"]`)).not.toBeNull()
      if (seen !== '800 × 400') return
      const [button] = shown.querySelectorAll<HTMLButtonElement>('main button[type=button]:not([aria-label])')
      const play = [...shown.querySelectorAll<HTMLButtonElement>('main button')].find(
        ({ textContent }) => textContent === t(($) => $.telemetry.player.play),
      )
      expect(button).toBeDefined()
      play?.click()
      await vi.waitFor(() => expect(play?.textContent).toBe(t(($) => $.telemetry.player.pause)), { timeout: 20_000 })
      play?.click()
      await vi.waitFor(() => expect(play?.textContent).toBe(t(($) => $.telemetry.player.play)), { timeout: 20_000 })
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})
