/**
 * Writes the tables of content/<language>/docs/operate/capacity.mdx from the results of the benchmarks and the assumptions in `inputs.ts`.
 * Run after benchmarks/service, benchmarks/rollups, benchmarks/storage and benchmarks/archive:
 * node_modules/.bin/node benchmarks/capacity/run.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { languages } from '@bollard/i18n'
import { fillIn } from '../attack-cost/fill-in.ts'
import { readInputs } from './inputs.ts'
import { tables } from './tables.ts'

const measured = readInputs()
for (const language of languages) {
  const file = new URL(`../../content/${language}/docs/operate/capacity.mdx`, import.meta.url)
  const filled = Object.entries(tables(measured, language)).reduce(
    (text, [name, table]) => fillIn(text, name, table),
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, filled)
}
console.log(tables(measured, 'en').machines)
