import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/*
 * CPU time depends on the processor, and so do ratios of it: a peer that hashes in C gains more from one than a peer that hashes in
 * script. Results that compare CPU time are kept for each processor, so that a run on another machine adds to what is known and
 * replaces nothing of it, and README quotes the ratio that is worst for us.
 */

/** Of a processor that is no longer at hand only the ratios may be known: peer's CPU time, or our hash rate, as a multiple. */
const ratiosSchema = z.record(z.string(), z.record(z.string(), z.number()))
const fileSchema = z.object({
  byProcessor: z.record(z.string(), z.looseObject({ measuredAt: z.string() })),
  ratiosByProcessor: z.record(z.string(), z.object({ measuredAt: z.string(), ratios: ratiosSchema })).optional(),
})
type Name = 'service' | 'solver'

/** Writes a result beside those of other processors; an older one of the same processor is replaced. */
export function storeByProcessor(name: Name, processor: string, result: { measuredAt: string }): void {
  const file = fileOf(name)
  const stored = existsSync(file) ? read(name) : { byProcessor: {} }
  const updated = { ...stored, byProcessor: { ...stored.byProcessor, [processor]: result } }
  writeFileSync(file, `${JSON.stringify(updated, null, 2)}\n`)
}

/** The newest of the results. Throws where the benchmark has never run. */
export function readNewest(name: Name): unknown {
  return readAll(name)[0]
}

/** The results of all processors, the newest first. Throws where the benchmark has never run. */
export function readAll(name: Name): unknown[] {
  const results = Object.values(read(name).byProcessor)
  if (results.length === 0) throw new Error(`Run the benchmark of the ${name} first`)
  return results.toSorted((a, b) => b.measuredAt.localeCompare(a.measuredAt))
}

/** The names of all processors that are known, whole or by their ratios. */
export function listProcessors(name: Name): string[] {
  const { byProcessor, ratiosByProcessor = {} } = read(name)
  return [...Object.keys(byProcessor), ...Object.keys(ratiosByProcessor)]
}

/** What is known of processors that are no longer at hand, such as `{ issue: { altcha: 2.4 } }`. */
export function readRatios(name: Name): z.infer<typeof ratiosSchema>[] {
  return Object.values(read(name).ratiosByProcessor ?? {}).map(({ ratios }) => ratios)
}

function read(name: Name): z.infer<typeof fileSchema> {
  return fileSchema.parse(JSON.parse(readFileSync(fileOf(name), 'utf8')))
}

function fileOf(name: Name): URL {
  return new URL(`results/${name}.json`, import.meta.url)
}
