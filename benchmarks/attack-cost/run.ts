/**
 * Writes the tables of docs/{en,de}/attack-cost.md from the results of the benchmarks and the assumptions beside this file.
 * Run after benchmarks/solver and benchmarks/equix: node_modules/.bin/node benchmarks/attack-cost/run.ts
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fillIn } from './fill-in.ts'
import { readMeasured } from './read-measured.ts'
import { tables } from './tables.ts'

const measured = readMeasured(read('solver'), read('equix'))
for (const language of ['en', 'de'] as const) {
  const file = new URL(`../../docs/${language}/attack-cost.md`, import.meta.url)
  const filled = Object.entries(tables(measured, language)).reduce(
    (text, [name, table]) => fillIn(text, name, table),
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, filled)
}
console.log(tables(measured, 'en'))

/** Undefined where that benchmark has not run. */
function read(name: string): unknown {
  const file = new URL(`../results/${name}.json`, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
