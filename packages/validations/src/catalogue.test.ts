import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'

const folder = join(import.meta.dirname, '../../i18n/texts/findings')
const placesIn = (text: string): string[] => [...text.matchAll(/\{\{?(\w+)\}/gu)].map(([, name = '']) => name)

test.for(readdirSync(folder))(
  'every finding has a name in %s, and a sentence fills in only what the finding has',
  (file) => {
    const { names, sentences } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      names: Record<string, string>
      sentences: Record<string, string>
    }
    expect(Object.keys(names).toSorted()).toEqual(Object.keys(catalogue).toSorted())
    expect(Object.keys(sentences).length).toBeGreaterThan(0)
    for (const [code, sentence] of Object.entries(sentences)) {
      const finding = Object.entries(catalogue).find(([known]) => known === code)
      expect(placesIn(finding?.[1][2] ?? ''), code).toEqual(expect.arrayContaining(placesIn(sentence)))
    }
  },
)
