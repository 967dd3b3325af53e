import { fileURLToPath } from 'node:url'
import { readArticles } from '@bollard/content'
import { fillOperator } from '@bollard/content/fill-marks'
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
