/**
 * Draws the figures that README and website quote out of the results, so that nobody types a number.
 * Run after the benchmarks: node_modules/.bin/node benchmarks/summarise.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const solverSchema = z.object({ measuredAt: z.string(), results: z.array(z.object({ name: z.string(), best: z.number(), median: z.number() })) })
const serviceSchema = z.object({
  measuredAt: z.string(),
  results: z.array(z.object({ contender: z.string(), operation: z.enum(['issue', 'verify']), cpuMicros: z.number(), requestsPerSecond: z.number() })),
})
const widgetSchema = z.object({ measuredOn: z.string(), ours: z.number(), altcha: z.number(), cap: z.number() })

const solver = solverSchema.parse(read('solver'))
const service = serviceSchema.parse(read('service'))
const widget = widgetSchema.parse(read('widget'))

// Medians, not best rounds: what a visitor's browser does, not what it can.
const megahashes = (prefix: string) => find(solver.results, ({ name }) => name.startsWith(prefix)).median
const micros = (operation: 'issue' | 'verify', prefix: string) =>
  find(service.results, (row) => row.operation === operation && row.contender.startsWith(prefix)).cpuMicros
const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10

const figures = {
  widget: { ours: kilobytes(widget.ours), altcha: kilobytes(widget.altcha), cap: kilobytes(widget.cap) },
  solver: { ours: megahashes('Bollard, WebAssembly'), script: megahashes('Bollard, script'), altcha: megahashes('altcha'), cap: megahashes('@cap.js/wasm') },
  service: {
    issueMicroseconds: micros('issue', 'Bollard'),
    verifyMicroseconds: micros('verify', 'Bollard'),
    altcha: { issueMicroseconds: micros('issue', 'altcha-lib'), verifyMicroseconds: micros('verify', 'altcha-lib') },
    cap: { issueMicroseconds: micros('issue', '@cap.js/server'), verifyMicroseconds: micros('verify', '@cap.js/server') },
  },
  measuredOn: [solver.measuredAt, service.measuredAt, widget.measuredOn].toSorted()[0],
}
writeFileSync(new URL('results/figures.json', import.meta.url), `${JSON.stringify(figures, null, 2)}\n`)
console.log(figures)

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`results/${name}.json`, import.meta.url), 'utf8'))
}

function find<Item>(items: readonly Item[], matches: (item: Item) => boolean): Item {
  const found = items.find(matches)
  if (found === undefined) throw new Error('A result is missing: run the benchmarks first')
  return found
}
