import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createArticleCache } from './article-cache.ts'
import { ContentError } from './content-fault.ts'
import { readArticles } from './read-articles.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const front = (more = '') => `---\ntitle: A page\ndescription: What it says.\norder: 1\n${more}---\n\n`

/** A repository with these files; what stands in English stands in German too, unless there is a file of its own. */
function repository(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'bollard-content-'))
  folders.push(root)
  const german = Object.entries(files)
    .filter(([path]) => path.startsWith('content/en/'))
    .map(([path, text]) => [path.replace('/en/', '/de/'), text] as const)
  for (const [path, text] of [...german, ...Object.entries(files)]) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const read = (root: string) =>
  readArticles({
    root,
    name: 'docs',
    sections: ['start', 'guides'],
    requiredLanguages: ['en', 'de'],
    isOtherPage: (path) => path === '/api/getSite',
  })

/** The faults of one English page, as `line code`. */
async function faultsOf(body: string, files: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const root = repository({ ...files, 'content/en/docs/start/page.mdx': body })
  const error = await read(root).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ContentError)) return error === null ? [] : [String(error)]
  return error.faults.flatMap(({ file, line, code }) => (file.startsWith('content/en/') ? [`${line} ${code}`] : []))
}

test.for([
  [
    'no front matter',
    '## Heading',
    ['1 front-matter-invalid', '1 front-matter-invalid', '1 front-matter-invalid', '1 front-matter-invalid'],
  ],
  ['an unknown field', `${front('author: me\n')}Text`, ['1 front-matter-invalid']],
  ['a long description', `---\ntitle: A\ndescription: ${'x'.repeat(161)}\norder: 1\n---\n`, ['1 front-matter-invalid']],
  [
    'front matter that is no YAML',
    '---\ntitle: "A\n---\nText',
    ['1 front-matter-invalid', '1 front-matter-invalid', '1 front-matter-invalid', '1 front-matter-invalid'],
  ],
  ['a component that is never closed', `${front()}<Note>\n\nText`, ['7 syntax-invalid']],
  ['JavaScript', `${front()}Sum: {1 + 1}`, ['7 expression-not-allowed']],
  ['an import', `${front()}import x from 'y'\n\n<X />`, ['9 component-unknown']],
  ['HTML', `${front()}<div>Text</div>`, ['7 component-unknown']],
  ['an unknown attribute', `${front()}<Note kind="x">\n\nText\n\n</Note>`, ['7 component-misused']],
  ['an attribute that is computed', `${front()}<Snippet file={x} />`, ['7 component-misused']],
  ['a tab outside tabs', `${front()}<Tab label="A">\n\nText\n\n</Tab>`, ['7 component-misused']],
  ['steps that are no list', `${front()}<Steps>\n\nText\n\n</Steps>`, ['7 component-misused']],
  ['a second title', `${front()}# Title`, ['7 heading-level']],
  ['a level left out', `${front()}## A\n\n#### B`, ['9 heading-level']],
  ['the same heading twice', `${front()}## A\n\n## A`, ['9 heading-twice']],
  ['a language that nobody highlights', `${front()}\`\`\`klingon\nx\n\`\`\``, ['7 code-language-unknown']],
  ['code of two lines', `${front()}\`\`\`js\na()\nb()\n\`\`\``, ['7 code-not-tested']],
  ['a snippet of no file', `${front()}<Snippet file="client/none.js" />`, ['7 snippet-missing']],
  ['a snippet outside the repository', `${front()}<Snippet file="../../etc/passwd" />`, ['7 snippet-missing']],
  ['a snippet of no part', `${front()}<Snippet file="client/a.js" part="b" />`, ['7 snippet-part-missing']],
  ['an image', `${front()}![A picture](/a.png)`, ['7 image-not-allowed']],
  ['a link to a file', `${front()}[there](../guides/other.mdx)`, ['7 link-invalid']],
  ['a link that runs code', `${front()}[there](javascript:alert(1))`, ['7 link-invalid']],
  ['a link to another host by its name alone', `${front()}[there](//evil.example)`, ['7 link-invalid']],
  ['a link to no page', `${front()}[there](/guides/none)`, ['7 link-target-missing']],
  ['a link to no heading', `${front()}[there](#none)`, ['7 link-anchor-missing']],
] as const)('%s ends the build', async ([, body, faults]) => {
  expect(await faultsOf(body, { 'client/a.js': 'a()\n' })).toEqual(faults)
})

test('what is allowed has no fault', async () => {
  const body = `${front()}{/* figures: written by a program */}

<Note>One line.</Note>

<Steps>

1. First
2. Second

</Steps>

<Tabs>
<Tab label="A">

\`\`\`sh
npm install
npm start
\`\`\`

</Tab>
<Tab label="B">

| a | b |
| --- | --: |
| \`{x}\` | 1 |

</Tab>
</Tabs>

## A heading

[Below](#a-heading), [the other language](/de/start/page#a-heading), [a call](/api/getSite), <Note>in a line</Note>`
  expect(await faultsOf(body)).toEqual(['38 component-misused'])
  expect(await faultsOf(body.replace(', <Note>in a line</Note>', ''))).toEqual([])
})

test('an article that a language lacks, and one in no known place, are faults', async () => {
  const root = repository({ 'content/de/docs/start/only.mdx': front(), 'content/en/docs/nowhere/page.mdx': front() })
  const faults = await read(root).catch((error: ContentError) =>
    error.faults.map(({ file, code }) => `${file} ${code}`),
  )
  expect(faults).toEqual([
    'content/de/docs/nowhere/page.mdx place-invalid',
    'content/en/docs/nowhere/page.mdx place-invalid',
    'content/de/docs/start/only.mdx language-missing',
  ])
})

test('articles come in the order of their sections and of their front matter', async () => {
  const at = (order: number) => front().replace('order: 1', `order: ${order}`)
  const root = repository({
    'content/en/docs/guides/a.mdx': at(1),
    'content/en/docs/start/late.mdx': at(20),
    'content/en/docs/start/early.mdx': at(3),
  })
  const articles = await read(root)
  expect(articles.filter(({ language }) => language === 'en').map(({ path }) => path)).toEqual([
    '/start/early',
    '/start/late',
    '/guides/a',
  ])
})

test('what is kept of an article follows the files that it shows', async () => {
  const root = repository({
    'client/a.js': '// #region b\nold()\n// #endregion\n',
    'content/en/docs/start/page.mdx': `${front()}<Snippet file="client/a.js" part="b" />`,
  })
  const cache = createArticleCache(join(root, 'cache'))
  const kept = () => readdirSync(join(root, 'cache')).length
  const html = async () =>
    (await readArticles({ root, name: 'docs', sections: ['start'], requiredLanguages: ['en', 'de'], cache }))[0]
      ?.html ?? ''
  expect([await html(), await html()].every((text) => text.includes('old()'))).toBe(true)
  expect(kept()).toBe(2)
  writeFileSync(join(root, 'client/a.js'), '// #region b\nfresh()\n// #endregion\n')
  expect(await html()).toContain('fresh()')
  rmSync(join(root, 'client/a.js'))
  await expect(html()).rejects.toThrow('snippet-missing')
})
