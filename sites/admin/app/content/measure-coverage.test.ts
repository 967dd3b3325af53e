import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languages } from '@bollard/i18n'
import { expect, onTestFinished, test } from 'vitest'
import { measureCoverage, measurePages } from './measure-coverage.ts'

test('pages that a language lacks are named, one that only a translation has is not counted', async () => {
  const content = await mkdtemp(join(tmpdir(), 'coverage-'))
  onTestFinished(() => rm(content, { recursive: true }))
  for (const path of ['en/docs/start/first', 'en/docs/start/second', 'de/docs/start/first', 'de/docs/old/gone']) {
    await mkdir(join(content, path, '..'), { recursive: true })
    await writeFile(join(content, `${path}.mdx`), '')
  }
  const [docs, ...others] = measurePages(content)
  expect(others).toEqual([])
  const of = (wanted: string) => docs?.languages.find(({ language }) => language === wanted)
  expect(of('en')).toMatchObject({ wanted: 2, translated: 2, missing: [] })
  expect(of('de')).toMatchObject({ wanted: 2, translated: 1, missing: ['start/second'] })
  expect(of('it')).toMatchObject({ wanted: 2, translated: 0, missing: ['start/first', 'start/second'] })
})

test('the folders of this repository are found, each with every language', () => {
  const found = measureCoverage(join(import.meta.dirname, '../../../..'))
  expect(found.map(({ kind, folder }) => `${kind} ${folder}`)).toEqual(
    expect.arrayContaining(['texts admin', 'texts mail', 'pages docs', 'pages wiki']),
  )
  for (const { folder, languages: own } of found) {
    expect(own.map(({ language }) => language)).toEqual(languages)
    expect(own[0]?.wanted, folder).toBeGreaterThan(0)
    expect(own[0]?.missing, folder).toEqual([])
  }
})
