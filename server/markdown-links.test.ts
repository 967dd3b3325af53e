import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

/** What a reader sees, without code in which brackets mean something else. */
function proseOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
    .replaceAll(/^```.*?^```$/gmsu, '')
    .replaceAll(/`[^`\n]*`/gu, (code) => code.replaceAll(/[[\]()]/gu, ''))
}

/** Anchors of the headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  const headings = [...proseOf(path).matchAll(/^#{1,6} (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
  return headings.map((anchor, index) => {
    const earlier = headings.slice(0, index).filter((other) => other === anchor).length
    return earlier === 0 ? anchor : `${anchor}-${earlier}`
  })
}

test('every relative link between documents leads to a file, and to a heading if it names one', () => {
  const links = documents.flatMap((document) =>
    [...proseOf(document).matchAll(/\]\(([^()\s]+)\)/gu)].map(([, target = '']) => ({ document, target })),
  )
  const broken = links
    .filter(({ target }) => !/^[a-z]+:/u.test(target))
    .filter(({ document, target }) => {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? document : normalize(join(dirname(document), path))
      if (!existsSync(join(root, file))) return true
      return anchor !== undefined && /\.mdx?$/u.test(file) && !anchorsOf(file).includes(decodeURIComponent(anchor))
    })
  expect(links.length).toBeGreaterThan(60)
  expect(broken.map(({ document, target }) => `${document}: ${target}`)).toEqual([])
})

test('every decision has a number of its own, and its file is named after its title', () => {
  const decisions = documents.filter((path) => path.startsWith('decisions/'))
  expect(decisions.map((path) => Number(path.slice(10, 14)))).toEqual(decisions.map((_, index) => index))
  const named = decisions.map((path) => {
    const [, number = '', title = ''] = /^# (\d{4}): (.+)$/mu.exec(readFileSync(join(root, path), 'utf8')) ?? []
    const slug = title
      .toLowerCase()
      .replaceAll("'", '')
      .replaceAll(/[^a-z0-9]+/gu, '-')
    return `decisions/${number}-${slug}.md`
  })
  expect(named).toEqual(decisions)
})
