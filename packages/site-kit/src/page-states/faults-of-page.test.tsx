import type { CSSProperties, ReactNode } from 'react'
import { expect, inject, test } from 'vitest'
import { faultsOfPage } from './faults-of-page.ts'
import type { PageState } from './page-state.ts'

/** What is found in a page whose `main` holds this: the first state of a page of its own, unless one is named. */
async function faultsWith(children: ReactNode, id = `page ${(pages += 1)}`): Promise<string[]> {
  const Page = () => (
    <main id="content">
      <title>Example</title>
      <h1>Example</h1>
      {children}
    </main>
  )
  return faultsOfPage({
    site: 'website',
    at: '/example',
    layers: [{ id, module: { default: Page }, path: '*' }],
    heading: () => 'Example',
  })
}
let pages = 0

test('a page without a fault has none in any look', async () => {
  expect(await faultsWith(<p className="text-ink-2">All is well.</p>)).toEqual([])
})

test('too little contrast is found in the theme that has it', async () => {
  const faint = <p style={{ color: 'light-dark(#17181a, #333333)' }}>Hardly legible at night</p>
  expect((await faultsWith(faint)).map((fault) => fault.split(': <', 1)[0])).toEqual([
    'narrow, dark, en: color-contrast',
    // Each theme is read once; the nightly run reads the wide dark page as well.
    ...(inject('inEveryLanguage') ? ['wide, dark, de: color-contrast'] : []),
  ])
})

test('faint words are found however they come to be faint, and none that are legible', async () => {
  const id = 'with faint words'
  await faultsWith(null, id)
  const words = (name: string, style: CSSProperties) => <p style={style}>{name}</p>
  const found = await faultsWith(
    <>
      {words('faint by opacity', { opacity: 0.4 })}
      <div style={{ opacity: 0.4 }}>{words('faint by that of an ancestor', {})}</div>
      {words('faint by alpha', { color: 'oklch(0.5 0 0 / 0.4)' })}
      {words('faint on a layer that lets through', { background: '#8888', color: '#888' })}
      {words('faint as it is small', { fontSize: 23, color: '#888', background: '#fff' })}
      {words('faint by a hair', { color: '#777777', background: '#fff' })}
      {words('legible by a hair', { color: '#767676', background: '#fff' })}
      {words('legible as it is large', { fontSize: 24, color: '#888', background: '#fff' })}
      <label>
        Name <input defaultValue="faint in a field" style={{ color: '#777', background: '#888' }} />
      </label>
      <button type="button" disabled style={{ color: '#777', background: '#888' }}>
        legible enough for what cannot be used
      </button>
    </>,
    id,
  )
  const inDark = found.find((fault) => fault.startsWith('narrow, dark, en: color-contrast')) ?? ''
  expect([...inDark.matchAll(/(?:faint|legible)[^<"]*/gu)].map(([name]) => name).toSorted()).toEqual([
    'faint as it is small',
    'faint by a hair',
    'faint by alpha',
    'faint by opacity',
    'faint by that of an ancestor',
    'faint in a field',
    'faint on a layer that lets through',
  ])
})

test('faint words are found before a layer that does not hold them, in every state of a page', async () => {
  const words = (name: string, color: string) => <p style={{ position: 'relative', margin: 0, color }}>{name}</p>
  const besideLayer = (
    <div style={{ position: 'relative', background: '#fff' }}>
      <div style={{ position: 'absolute', width: 300, height: 100, background: '#888' }} />
      {words('legible before a layer', '#000')}
      {words('faint before a layer', '#555')}
    </div>
  )
  const looksWithFault = async () =>
    (await faultsWith(besideLayer, 'with a layer beside its words'))
      .filter((fault) => /color-contrast: <p [^>]*>faint before a layer<\/p>$/u.test(fault))
      .map((fault) => fault.split(': ', 1)[0])
  const inAll = ['wide, light, en', 'narrow, dark, en', ...(inject('inEveryLanguage') ? ['wide, dark, de'] : [])]
  expect(await looksWithFault()).toEqual(inAll)
  expect(await looksWithFault()).toEqual(inject('inEveryLanguage') ? inAll : ['narrow, dark, en'])
})

test('what is too wide is found in the window that it is too wide for', async () => {
  expect(await faultsWith(<p className="w-[400px]">Four hundred pixels</p>)).toEqual([
    'narrow, dark, en: is 400 px wide',
    'longer words, 360 px: is 400 px wide',
    ...(inject('inEveryLanguage') ? ['narrow, light, de: is 400 px wide'] : []),
    ...Array.from({ length: inject('inEveryLanguage') ? 3 : 1 }, () =>
      expect.stringMatching(/^narrow, light, (?:de|fr|es|it): is 400 px wide$/u),
    ),
  ])
})

test('words that fit now and would not if they were longer are found, in a line and in a button', async () => {
  const line = (words: string) => <p style={{ font: '10px monospace', whiteSpace: 'nowrap' }}>{words}</p>
  expect(await faultsWith(line('words that fit '.repeat(3)))).toEqual([])
  const longLine = line(`${'words that fit '.repeat(3)}words that`)
  expect(await faultsWith(longLine)).toEqual([expect.stringMatching(/^longer words, 360 px: is \d+ px wide$/u)])
  const button = (
    <button type="button" style={{ font: '10px monospace', width: '13ch', padding: 0, whiteSpace: 'nowrap' }}>
      Save changes
    </button>
  )
  expect(await faultsWith(button)).toEqual([
    'longer words, 360 px: does not fit into "SaveS changesch"',
    'longer words, 720 px: does not fit into "SaveS changesch"',
  ])
})

test('what sticks out where lines end is found from right to left, too', async () => {
  const sticksOut = <p style={{ position: 'absolute', top: 0, left: -60 }}>Sixty pixels</p>
  expect(await faultsWith(sticksOut)).toEqual([
    'from right to left, 360 px: is 420 px wide',
    'from right to left, 720 px: is 780 px wide',
  ])
})

test('a button that is cut by what it stands in alone is found, and a row of buttons may scroll', async () => {
  const long = (key: number) => (
    <button key={key} type="button" style={{ width: 500, whiteSpace: 'nowrap' }}>
      Save changes
    </button>
  )
  const box = (children: ReactNode) => <div style={{ width: 300, overflowX: 'auto' }}>{children}</div>
  const cut = (await faultsWith(box(long(1)))).filter((fault) => fault.includes('cuts'))
  expect(new Set(cut.map((fault) => fault.replace(/^.*?: /u, '')))).toEqual(new Set(['cuts "Save changes"']))
  expect((await faultsWith(box([long(1), long(2)]))).filter((fault) => fault.includes('cuts'))).toEqual([])
})

test('a control without a name is found in each width, a complaint in the console and another heading in every look', async () => {
  function Complains() {
    console.warn('What is this?')
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the fault that is to be found
    return <button type="button" />
  }
  const found = await faultsWith(<Complains />)
  expect(found.filter((fault) => fault.includes('button-name')).length).toBe(2)
  expect(found.filter((fault) => fault.endsWith('What is this?')).length).toBeGreaterThanOrEqual(2)
  expect(await faultsWith(<h1>Second</h1>)).toContain(
    'wide, light, en: has the headings ["Example","Second"] instead of "Example"',
  )
})

test('further states of a page take turns with the looks, in English and with longer words, and in the nightly run each has all', async () => {
  const faulty = (
    <>
      <p style={{ color: 'light-dark(#eeeeee, #333333)' }}>Hardly legible</p>
      <p style={{ font: '10px monospace', whiteSpace: 'nowrap' }}>{`${'words that fit '.repeat(3)}words that`}</p>
    </>
  )
  const looksWithFaults = async () =>
    (await faultsWith(faulty, 'of several states')).map((fault) => fault.split(': ', 2).join(': '))
  const [first, second, third, fourth] = [
    await looksWithFaults(),
    await looksWithFaults(),
    await looksWithFaults(),
    await looksWithFaults(),
  ]
  const long = expect.stringMatching(/^longer words, 360 px: is \d+ px wide$/u)
  expect(first.slice(0, 3)).toEqual(['wide, light, en: color-contrast', 'narrow, dark, en: color-contrast', long])
  if (inject('inEveryLanguage')) return expect([second, third, fourth]).toEqual([first, first, first])
  expect([second, third, fourth]).toEqual([
    ['narrow, dark, en: color-contrast', long],
    ['wide, light, en: color-contrast', long],
    ['narrow, dark, en: color-contrast', long],
  ])
})

test('the first state of a page renders twice and its longer words must fit at 200 %, too; further ones do so in the nightly run', async () => {
  let rendered = 0
  function Button() {
    rendered += 1
    return (
      <button type="button" style={{ font: '10px monospace', width: '13ch', padding: 0, whiteSpace: 'nowrap' }}>
        Save changes
      </button>
    )
  }
  async function ofButton(): Promise<{ rendered: number; widths: (string | undefined)[] }> {
    rendered = 0
    const found = await faultsWith(<Button />, 'with a narrow button')
    return { rendered, widths: found.map((fault) => /^longer words, (\d+) px/u.exec(fault)?.[1]) }
  }
  const first = await ofButton()
  expect(first.widths).toEqual(['360', '720'])
  const further = await ofButton()
  if (inject('inEveryLanguage')) return expect(further).toEqual(first)
  expect(further).toEqual({ rendered: 1, widths: ['360'] })
  // Twice in English, once in another language.
  expect(first.rendered).toBe(3)
})

test('what a page must have beside that is looked at in each look, and named with it', async () => {
  const Page = () => (
    <main id="content">
      <title>Example</title>
      <h1>Example</h1>
    </main>
  )
  const state: PageState = {
    site: 'identity',
    at: '/example',
    layers: [{ id: 'example', module: { default: Page }, path: '*' }],
    heading: () => 'Example',
    inEachLook: (_page, { look }) => expect(look).toContain('wide'),
  }
  // A state that needs one look is shown in all, the first of its page or not.
  for (const found of [await faultsOfPage(state), await faultsOfPage(state)])
    expect(found.map((fault) => fault.split(': ', 1)[0])).toContain('narrow, dark, en')
  const never = { has: () => expect(true).toBe(false), inEachLook: undefined }
  expect(await faultsOfPage({ ...state, ...never })).toHaveLength(inject('inEveryLanguage') ? 4 : 1)
})
