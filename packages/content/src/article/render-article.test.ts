import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { renderArticle } from './render-article.ts'

const root = mkdtempSync(join(tmpdir(), 'bollard-article-'))
afterAll(() => rmSync(root, { recursive: true }))

async function render(body: string) {
  const source = `---\ntitle: A page\ndescription: What it says.\norder: 1\n---\n\n${body}`
  return (await renderArticle({ root, file: 'page.mdx', language: 'de', source, kind: 'guide' })).article
}

test('what an author writes is text: nothing of it becomes markup, also not in code or names of files', async () => {
  writeFileSync(join(root, 'a.html'), '<script>alert("1")</script>\n')
  const { html } = await render(
    'Less is \\<b> & more: `<i>`\n\n<Snippet file="a.html" />\n\n[x](https://a.example/?a="b"&c)',
  )
  expect(html).toContain('Less is &#x3C;b> &#x26; more: <code>&#x3C;i></code>')
  expect(html).not.toContain('<script>')
  expect(html).toContain('data-copy="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"')
})

test('links within the site are in the language of the article, unless they name another', async () => {
  const { html, links } = await render('[a](/guides/a#b) [b](/en/guides/a) [c](#c) [d](https://d.example)')
  expect([...html.matchAll(/href="([^"]*)"/gu)].map(([, href]) => href)).toEqual([
    '/de/guides/a#b',
    '/en/guides/a',
    '#c',
    'https://d.example',
  ])
  expect(links.map(({ href }) => href)).toEqual(['/guides/a#b', '/en/guides/a', '#c'])
})

test('headings have the anchors that GitHub gives them, and make contents and passages', async () => {
  const { html, contents, passages } = await render(
    'Before.\n\n## Wenn `x` nicht geht?\n\nText **fett**.\n\n### Größe & Maß\n\n| a | b |\n| --- | --- |\n| c | d |\n\n#### Tiefer\n\nRest',
  )
  expect(html).toContain('<h2 id="wenn-x-nicht-geht" tabindex="-1">')
  expect(contents).toEqual([
    { level: 2, anchor: 'wenn-x-nicht-geht', text: 'Wenn x nicht geht?' },
    { level: 3, anchor: 'größe--maß', text: 'Größe & Maß' },
  ])
  expect(passages).toEqual([
    { anchor: null, heading: null, text: 'Before.' },
    { anchor: 'wenn-x-nicht-geht', heading: 'Wenn x nicht geht?', text: 'Text fett.' },
    { anchor: 'größe--maß', heading: 'Größe & Maß', text: 'a b c d Tiefer Rest' },
  ])
})

test('a snippet shows its part without marks and shared indentation, with lines, file name and copy button', async () => {
  writeFileSync(
    join(root, 'a.ts'),
    'function f() {\n  // #region outer\n  if (a) {\n    // #region inner\n    b()\n    // #endregion\n  }\n  // #endregion\n}\n',
  )
  const { html, markdown } = await render('<Snippet file="a.ts" part="outer" />')
  expect(html.replaceAll(/<[^>]+>/gu, '')).toBe('a.tsKopierenKopiertif (a) {\n  b()\n}')
  expect(html.match(/class="line"/gu)?.length).toBe(3)
  expect(markdown).toContain('```typescript a.ts\nif (a) {\n  b()\n}\n```')
})

test('the Markdown of an article needs no component, and leads to the Markdown of others', async () => {
  const { markdown } = await render(
    '{/* figures */}\n\n<Warning>\n\nOne.\n\nTwo, see [a](/guides/a#b).\n\n</Warning>\n\n<Tabs>\n<Tab label="Node">\n\nText\n\n</Tab>\n</Tabs>\n\n<Steps>\n\n1. One\n2. Two\n\n</Steps>\n',
  )
  expect(markdown).toBe(
    '# A page\n\nWhat it says.\n\n> **Achtung:** One.\n>\n> Two, see [a](/de/guides/a.md#b).\n\n**Node**\n\nText\n\n1. One\n2. Two\n',
  )
})

test('the first of several tabs is chosen, and two groups of tabs know nothing of each other', async () => {
  const group = '<Tabs>\n<Tab label="A">\n\nx\n\n</Tab>\n<Tab label="B">\n\ny\n\n</Tab>\n</Tabs>\n'
  const { html } = await render(`${group}\n${group}`)
  expect(
    html.match(/<input [^>]*>/gu)?.map((input) => `${/name="([^"]*)"/u.exec(input)?.[1]}${/checked/u.test(input)}`),
  ).toEqual(['tabs-1true', 'tabs-1false', 'tabs-2true', 'tabs-2false'])
})
