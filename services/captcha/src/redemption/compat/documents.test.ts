import { readFile } from 'node:fs/promises'
import {
  compatPaths,
  friendlyCaptchaCodes,
  hcaptchaCodes,
  recaptchaCodes,
  trustcaptchaCodes,
  turnstileCodes,
} from '@bollard/contracts'
import { expect, test } from 'vitest'
import { codeTable, testKeyTables } from '../../testing/compat/code-table.ts'

const tables = {
  recaptcha: (language: 'en' | 'de') => codeTable(recaptchaCodes, language),
  hcaptcha: (language: 'en' | 'de') => codeTable(hcaptchaCodes, language),
  turnstile: (language: 'en' | 'de') => codeTable(turnstileCodes, language),
  friendlyCaptcha: (language: 'en' | 'de') => codeTable(friendlyCaptchaCodes, language),
  trustcaptcha: (language: 'en' | 'de') => codeTable(trustcaptchaCodes, language),
  testKeys: testKeyTables,
}

test.for(['en', 'de'] as const)(
  'the tables of content/%s/docs/moving/compatible-addresses.mdx say what the code says',
  async (language) => {
    const text = await readFile(
      new URL(`../../../../../content/${language}/docs/moving/compatible-addresses.mdx`, import.meta.url),
      'utf8',
    )
    for (const [name, table] of Object.entries(tables))
      expect(text).toContain(`{/* ${name} */}\n\n${table(language)}\n\n{/* /${name} */}`)
    for (const path of Object.values(compatPaths)) expect(text).toContain(path)
  },
)
