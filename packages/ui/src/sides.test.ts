import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const folders = ['sites', 'packages/ui', 'packages/site-kit', 'packages/content', 'client/widget/src']

/** Sides of the screen, as classes of Tailwind and as properties: a language that begins at the right turns only sides of the line. */
const sidesIn = {
  tsx: /(?<=["'`\s:!])-?(?:(?:m[lr]|p[lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|scroll-[mp][lr])-(?:\d|\[|\(|px\b|auto\b|full\b|none\b)|(?:border-[lr]|rounded-[lr]|text-(?:left|right)|float-(?:left|right))(?=["'`\s]))/u,
  css: /\b(?:margin|padding|border)-(?:left|right)\b|(?:^|[{;])\s*(?:left|right)\s*:|(?:text-align|float):\s*(?:left|right)/u,
}

/** What lies in the middle of the screen, or on a scale that is read the same way everywhere. */
const ofTheScreen = /-translate-x-1\/2|reason-weights\.tsx/u

test('pages name sides of the line, not of the screen, so that they turn for languages that begin at the right', () => {
  const files = execFileSync('git', ['ls-files', '--', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:tsx|css)$/u.test(file) && !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) => {
    const sides = sidesIn[file.endsWith('.css') ? 'css' : 'tsx']
    const lines = readFileSync(new URL(file, root), 'utf8').split('\n')
    return lines.flatMap((line, at) => {
      const here = `${file}:${at + 1} ${line.trim()}`
      return sides.test(line) && !/^\s*(?:\/\/|\/?\*)/u.test(line) && !ofTheScreen.test(here) ? [here] : []
    })
  })
  expect(found).toEqual([])
})
