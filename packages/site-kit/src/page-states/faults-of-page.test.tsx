import type { ReactNode } from 'react'
import { expect, inject, test } from 'vitest'
import { faultsOfPage } from './faults-of-page.ts'

/** What is found in a page whose `main` holds this. */
async function faultsWith(children: ReactNode): Promise<string[]> {
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
    layers: [{ id: 'example', module: { default: Page }, path: '*' }],
    heading: () => 'Example',
  })
}

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

test('what is too wide is found in the window that it is too wide for', async () => {
  expect(await faultsWith(<p className="w-[400px]">Four hundred pixels</p>)).toEqual([
    'narrow, dark, en: is 400 px wide',
    'longer words, 360 px: is 400 px wide',
    'narrow, light, de: is 400 px wide',
    expect.stringMatching(/^narrow, light, (?:fr|es|it): is 400 px wide$/u),
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

test('what a page must have beside that is looked at in each look, and named with it', async () => {
  const Page = () => (
    <main id="content">
      <title>Example</title>
      <h1>Example</h1>
    </main>
  )
  const found = await faultsOfPage({
    site: 'identity',
    at: '/example',
    layers: [{ id: 'example', module: { default: Page }, path: '*' }],
    heading: () => 'Example',
    has: (_page, { look }) => expect(look).toContain('wide'),
  })
  expect(found.map((fault) => fault.split(': ', 1)[0])).toEqual(['narrow, dark, en', 'narrow, light, de'])
})
