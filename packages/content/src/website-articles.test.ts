import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ContentError, type ContentFault } from './content-fault.ts'
import { fillDocsLinks, fillOperator, splitAtPart } from './fill-marks.ts'
import { readArticles } from './read-articles.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const source = (name: string) =>
  `  - { name: ${name}, author: IETF, date: "2011-04", address: "https://a.example/${name}", supports: It says so }\n`
const front = `title: What are cookies?
description: "A sentence that says in more than fifty characters what stands below."
order: 10
published: 2026-11-26
updated: 2026-11-26
related: [other, third]
sources:
${source('one')}${source('two')}${source('three')}`
const words = Array.from({ length: 900 }, () => 'word').join(' ')
const body = `A short answer.\n\n## Here\n\n${words}\n\n<Part name="known-part" />\n\nThe end, see [the score](docs:/concepts/score).\n`
const article = (fields = front, text = body) => `---\n${fields}---\n\n${text}`
const legal = (text: string) =>
  `---\ntitle: Terms\ndescription: "A sentence that says in more than fifty characters what stands below."\norder: 1\nversion: "1"\neffective: 2026-11-26\nchanges:\n  - { version: "1", effective: 2026-11-26, text: First version }\n---\n\n${text}\n`

/** Reads a repository in which an article, two that it names, and other files stand. */
async function read(files: Readonly<Record<string, string>>, onWarning = (_warning: ContentFault) => {}) {
  const root = mkdtempSync(join(tmpdir(), 'bollard-website-'))
  folders.push(root)
  const others = { 'content/en/learn/other.mdx': article(front.replace('other', 'cookies')) }
  const third = { 'content/en/wiki/third.mdx': article(front.replace('third', 'cookies')) }
  for (const [path, text] of Object.entries({ ...others, ...third, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return readArticles({
    root,
    sections: ['learn', 'wiki', 'legal'],
    kindOf: (section) => (section === 'legal' ? 'legal' : 'article'),
    requiredLanguages: ['en'],
    isDocsPage: (path) => path === '/concepts/score',
    isOtherPage: (path) => path === '/products/captcha/pricing',
    isPart: (name) => name === 'known-part',
    onWarning,
  })
}

/** What is wrong with each of these files, in one reading. */
async function faultsIn(files: Readonly<Record<string, string>>): Promise<(path: string) => string[]> {
  const error = await read(files).catch((thrown: unknown) => thrown)
  if (Array.isArray(error)) return () => []
  if (!(error instanceof ContentError)) throw error
  return (path) => error.faults.flatMap(({ file, code, detail }) => (file === path ? [`${code}: ${detail}`] : []))
}
const faultsOf = async (path: string, text: string) => (await faultsIn({ [path]: text }))(path)

const faulty = [
  [
    'no day of publication',
    article(front.replace(/published.*\n/u, '')),
    'front-matter-invalid: "published" is missing',
  ],
  [
    'a day that is none',
    article(front.replace('updated: 2026', 'updated: 26')),
    'front-matter-invalid: "updated" is no day',
  ],
  ['a short description', article(front.replace(/description:.*/u, 'description: Short.')), 'description-too-short'],
  ['two sources', article(front.replace(source('two'), '')), 'sources-too-few: "sources" names 2; 3 are needed'],
  ['a source without an author', article(front.replace('author: IETF, ', '')), '"sources 1.author" is missing'],
  [
    'a source nobody can open',
    article(front.replace('https://a.example/one', 'a book')),
    '"sources 1.address" does not begin',
  ],
  ['an unknown field', article(`${front}author: me\n`), 'front-matter-invalid: "author" is unknown'],
  ['a related article that is none', article(front.replace('other', 'nothing')), 'related-unknown: nothing'],
  ['itself as a related article', article(front.replace('other', 'cookies')), 'related-unknown: faulty-'],
  ['no interactive part', article(front, body.replace('<Part name="known-part" />', 'More')), 'part-missing'],
  ['two interactive parts', article(front, `${body}\n<Part name="known-part" />\n`), 'part-twice: known-part'],
  ['an unknown part', article(front, body.replace('known-part', 'no-part')), 'part-unknown: no-part'],
  ['a part inside something', article(front, body.replace(/(<Part.*)/u, '<Note>\n\n$1\n\n</Note>')), 'line of its own'],
  ['too few words', article(front, body.replace(words, 'word')), 'text-too-short'],
  ['a link to no page of the documentation', article(front, body.replace('score)', 'none)')), 'docs:/concepts/none'],
  ['a link to no page', article(front, `${body}\n[there](/wiki/none)`), 'link-target-missing: /wiki/none'],
  ['what only a legal text may say', article(front, `${body}\nBy {operator.legalName}`), 'expression-not-allowed'],
] as const

test('an article with a fault ends the build, and each fault is told by its code', async () => {
  const placeOf = (index: number) => `content/en/wiki/faulty-${index}.mdx`
  const own = (text: string, index: number) => text.replace('related: [cookies', `related: [faulty-${index}`)
  const articles = faulty.map(([, text], index) => [placeOf(index), own(text, index)] as const)
  const faultsAt = await faultsIn({ ...Object.fromEntries(articles), 'content/en/wiki/cookies.mdx': article() })
  for (const [index, [title, , fault]] of faulty.entries()) {
    const faults = faultsAt(placeOf(index))
    expect(faults.join('\n'), title).toContain(fault)
    expect(faults, title).toHaveLength(1)
  }
})

test('an article without faults has its facts, and one that only its language lacks is allowed', async () => {
  const german = article(
    front.replace('What are cookies?', 'Was sind Cookies?'),
    `${body}\n[Preise](/products/captcha/pricing) [mehr](/wiki/third)`,
  )
  const warnings: ContentFault[] = []
  const articles = await read(
    { 'content/en/wiki/cookies.mdx': article(), 'content/de/wiki/cookies.mdx': german },
    (warning) => warnings.push(warning),
  )
  const found = articles.find(({ language, slug }) => language === 'de' && slug === 'cookies')
  expect(found?.path).toBe('/wiki/cookies')
  expect(found?.details).toMatchObject({ published: '2026-11-26', related: ['other', 'third'], part: 'known-part' })
  expect(found?.details?.words).toBeGreaterThanOrEqual(900)
  const [before, after] = splitAtPart(found?.html ?? '')
  expect([before.includes('A short answer'), after.includes('The end'), before.includes('The end')]).toEqual([
    true,
    true,
    false,
  ])
  expect(fillDocsLinks(after, 'https://docs.example', 'html')).toContain(
    'href="https://docs.example/de/concepts/score"',
  )
  expect(fillDocsLinks(found?.markdown ?? '', 'https://docs.example', 'markdown')).toContain(
    '[the score](https://docs.example/de/concepts/score.md)',
  )
  expect(found?.markdown).toContain('[Preise](/de/products/captcha/pricing) [mehr](/de/wiki/third.md)')
  expect(found?.markdown).toContain('## Quellen\n\n- IETF: [one](https://a.example/one), 2011-04')
  expect(warnings).toEqual([])
})

test('a long first paragraph is a warning, and a missing English text a fault', async () => {
  const warnings: string[] = []
  const long = article(front, `${words}\n\n${body}`)
  await read({ 'content/en/wiki/cookies.mdx': long }, ({ code, file }) => warnings.push(`${file} ${code}`))
  expect(warnings).toEqual(['content/en/wiki/cookies.mdx answer-too-long'])
  expect(await faultsOf('content/de/wiki/only.mdx', article())).toEqual(['language-missing: no en version'])
})

test('a legal text names the operator, and says what it needs', async () => {
  const place = 'content/en/legal/terms.mdx'
  const text =
    'By {operator.legalName}.\n\n<When has="vatId">\n\nVAT {operator.vatId}\n\n</When>\n\n<When lacks="vatId">\n\nNo VAT\n\n</When>'
  const articles = await read({ [place]: legal(text), 'content/en/wiki/cookies.mdx': article() })
  const found = articles.find(({ section }) => section === 'legal')
  expect(found?.legal).toMatchObject({ version: '1', effective: '2026-11-26', needs: ['legalName'] })
  const html = found?.html ?? ''
  expect(fillOperator(html, { legalName: 'A & <B>' }).replaceAll('\n', '')).toBe(
    '<p>By A &amp; &lt;B&gt;.</p><p>No VAT</p>',
  )
  expect(fillOperator(html, { legalName: 'A', vatId: 'DE1' })).toContain('<p>VAT DE1</p>')
  expect(() => fillOperator(html, {})).toThrow('legalName')
  expect(await faultsOf(place, legal('By {operator.shoeSize}'))).toEqual(['operator-field-unknown: shoeSize'])
  expect(await faultsOf(place, legal('By\n{operator.city}'))).toEqual([
    'expression-not-allowed: {operator.city} stands alone on a line',
  ])
  expect(await faultsOf(place, legal('<When has="shoeSize">\n\nx\n\n</When>'))).toHaveLength(1)
  expect(await faultsOf(place, legal('x').replace('version: "1"\neffective', 'version: "2"\neffective'))).toEqual([
    'front-matter-invalid: "changes" does not begin with this version',
  ])
})
