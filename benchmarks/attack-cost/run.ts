/**
 * Writes the tables of content/{en,de}/docs/concepts/attack-cost.mdx and results/attack-cost.json, for the website, from the results of the
 * benchmarks and the assumptions beside this file.
 * Run after benchmarks/solver, benchmarks/equix and benchmarks/price-curve: node_modules/.bin/node benchmarks/attack-cost/run.ts
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { attackFigures } from './figures.ts'
import { fillIn } from './fill-in.ts'
import { readNewest } from '../by-processor.ts'
import { readMeasured } from './read-measured.ts'
import { type PriceCurve, table, verdicts } from '../price-curve/report.ts'
import { texts } from '../price-curve/texts.ts'
import { tables } from './tables.ts'

const priceCurve: PriceCurve | undefined = readPriceCurve()
const measured = readMeasured(readNewest('solver'), read('equix'))
for (const language of ['en', 'de'] as const) {
  const file = new URL(`../../content/${language}/docs/concepts/attack-cost.mdx`, import.meta.url)
  const filled = Object.entries(tables(measured, language)).reduce(
    (text, [name, table]) => fillIn(text, name, table),
    readFileSync(file, 'utf8'),
  )
  const curve = priceCurve === undefined ? texts[language].notMeasured : table(priceCurve, language)
  writeFileSync(file, withGuarantees(fillIn(filled, 'price-curve', curve)))
}
const figures = JSON.stringify(attackFigures(measured), null, 2)
writeFileSync(new URL('../results/attack-cost.json', import.meta.url), `${figures}\n`)
console.log(tables(measured, 'en'))

/** Only the English page has them; their words come from the benchmark. */
function withGuarantees(text: string): string {
  if (priceCurve === undefined || !text.includes('{/* guarantees:')) return text
  return fillIn(text, 'guarantees', verdicts(priceCurve.scenarios))
}

function readPriceCurve(): PriceCurve | undefined {
  const file = new URL('../results/price-curve.json', import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Undefined where that benchmark has not run. */
function read(name: string): unknown {
  const file = new URL(`../results/${name}.json`, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
