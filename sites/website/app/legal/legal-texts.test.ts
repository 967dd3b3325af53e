import { fileURLToPath } from 'node:url'
import { operatorFields, readArticles } from '@bollard/content'
import { fillOperator } from '@bollard/content/fill-marks'
import { readBlocks } from '@bollard/pdf/text'
import { languages } from '@bollard/i18n'
import { expect, test } from 'vitest'

const texts = await readArticles({
  root: fileURLToPath(new URL('../../../..', import.meta.url)),
  sections: ['legal'],
  kindOf: () => 'legal',
  // What the texts lead to is for the build, which knows all pages.
  isOtherPage: () => true,
  isDocsPage: () => true,
})

test('every legal text is there in every language, and needs the same facts in each', () => {
  const paths = new Set(texts.map(({ path }) => path))
  expect(paths.size).toBe(6)
  for (const path of paths) {
    const versions = texts.filter((text) => text.path === path)
    expect(versions.map(({ language }) => language).toSorted(), path).toEqual(languages.toSorted())
    expect(new Set(versions.map(({ legal }) => legal?.needs.toSorted().join(' '))).size, path).toBe(1)
    expect(new Set(versions.map(({ legal }) => `${legal?.version} ${legal?.effective}`)).size, path).toBe(1)
  }
})

test('with what a text needs, nothing of it stays open, and nothing is said that nobody has stated', () => {
  for (const { path, language, html, legal } of texts) {
    const needed = Object.fromEntries((legal?.needs ?? []).map((field) => [field, `<${field}>`]))
    const least = fillOperator(html, needed)
    expect(least, `${language} ${path}`).not.toMatch(/[\uE000\uE001]|<!--|undefined/u)
    for (const field of legal?.needs ?? []) expect(least, `${language} ${path}`).toContain(`&lt;${field}&gt;`)
    expect(least, `${language} ${path}`).not.toMatch(/\bStripe\b|\bGoogle\b/u)
  }
})

test('the PDF of a contract has every word of its page, with what operators have stated and without', () => {
  const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []
  for (const { path, language, html, legal } of texts.filter((text) => text.path.endsWith('-agreement')))
    for (const fields of [legal?.needs ?? [], operatorFields]) {
      const filled = fillOperator(html, Object.fromEntries(fields.map((field) => [field, `A & <${field}>\nB`])))
      const shown = readBlocks(filled).flatMap((block) =>
        block.kind === 'table' ? block.rows.flat().flatMap(({ spans }) => spans) : block.spans,
      )
      const page = filled
        .replaceAll(/<!--.*?-->|<a [^>]*class="prose-anchor".*?<\/a>/gsu, '')
        .replaceAll(/<[^>]*>/gu, ' ')
        .replaceAll(/&(?:lt|gt|amp|#x26|#x3C);/gu, ' ')
      expect(wordsOf(shown.map(({ text }) => text).join(' ')), `${language} ${path}`).toEqual(wordsOf(page))
    }
})
