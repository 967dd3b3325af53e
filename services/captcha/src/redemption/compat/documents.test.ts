import { readFile } from 'node:fs/promises'
import {
  compatPaths,
  friendlyCaptchaCodes,
  hcaptchaCodes,
  recaptchaCodes,
  trustcaptchaCodes,
  turnstileCodes,
} from '@bollard/contracts'
import { languages } from '@bollard/i18n'
import { expect, test } from 'vitest'
import { codeTable, type TableLanguage, testKeyTables } from '../../testing/compat/code-table.ts'

const readManual = (language: string) =>
  readFile(new URL(`../../../../../content/${language}/docs/moving/compatible-addresses.mdx`, import.meta.url), 'utf8')

const tables = {
  recaptcha: (language: TableLanguage) => codeTable(recaptchaCodes, language),
  hcaptcha: (language: TableLanguage) => codeTable(hcaptchaCodes, language),
  turnstile: (language: TableLanguage) => codeTable(turnstileCodes, language),
  friendlyCaptcha: (language: TableLanguage) => codeTable(friendlyCaptchaCodes, language),
  trustcaptcha: (language: TableLanguage) => codeTable(trustcaptchaCodes, language),
  testKeys: testKeyTables,
}

test.for(['en', 'de'] as const)(
  'the tables of content/%s/docs/moving/compatible-addresses.mdx say what the code says',
  async (language) => {
    const text = await readManual(language)
    for (const [name, table] of Object.entries(tables))
      expect(text).toContain(`{/* ${name} */}\n\n${table(language)}\n\n{/* /${name} */}`)
    for (const path of Object.values(compatPaths)) expect(text).toContain(path)
  },
)

/** What no language translates: codes, keys and statuses, in the order of the tables. */
const untranslated = (manual: string) =>
  [...manual.matchAll(/^\| (`[^`]+`) \|(?: (\d{3}|–) \|)?/gmu)].map(([row]) => row)

test.for(languages.slice(2))(
  'the tables of the manual in %s have the codes, statuses and keys of the English one',
  async (language) => {
    const english = untranslated(await readManual('en'))
    expect(english.length).toBeGreaterThan(60)
    expect(untranslated(await readManual(language))).toEqual(english)
  },
)
