import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pagePolicies } from './page-policies.ts'
import { resultSchema } from './result.ts'
import { languages, tableOf, writtenTable } from './tables.ts'

const result = resultSchema.parse(
  JSON.parse(readFileSync(new URL('../results/policies.json', import.meta.url), 'utf8')),
)

test.for(languages)('the table of the document in %s is what was measured', (language) => {
  expect(writtenTable(language)).toBe(tableOf(result, language))
})

test.for(pagePolicies)('under "$id" it was measured where the table says that it is solved', ({ id, solvesIn }) => {
  const rows = result.rows.filter(({ policy }) => policy === id)
  expect(rows).not.toEqual([])
  for (const { solvedOn } of rows) expect(solvedOn).toBe(solvesIn === 'frame' ? 'worker' : 'page')
})
