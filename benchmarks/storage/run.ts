/**
 * What the captcha service costs in a full database: pages of the log with every filter, the statistics page, writing, disk.
 * Fills a PostgreSQL of its own with a month of visitors of one large and a thousand small sites, for each of the sizes.
 * Run: node_modules/.bin/node benchmarks/storage/run.ts [--sizes 1,10,100] [--folder /tmp] [--keep]
 * Sizes are millions of verifications; each million takes about half a gigabyte in the folder while it is measured. With
 * `--keep` the database stays, and `--filled <its folder>` measures it again.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { describeMachine } from '../service/report.ts'
import { type Filled, fillSize, measureSize, type SizeResult } from './measure-size.ts'

const filledSchema = z.object({
  rows: z.number(),
  now: z.number(),
  seconds: z.object({ rows: z.number(), rollups: z.number(), zoneMap: z.number() }),
})

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1,10' },
    folder: { type: 'string', default: tmpdir() },
    keep: { type: 'boolean', default: false },
    filled: { type: 'string' },
  },
})
const sizes = values.sizes.split(',').map(Number)
if (sizes.length === 0 || sizes.some((size) => !(size > 0)))
  throw new RangeError(`--sizes ${values.sizes}: numbers with commas are needed`)

const file = new URL('../results/storage.json', import.meta.url)
mkdirSync(new URL('.', file), { recursive: true })
if (values.filled === undefined) {
  for (const millions of sizes) {
    const folder = await mkdtemp(join(values.folder, 'bollard-storage-'))
    try {
      const filled = await fillSize({
        rows: Math.round(millions * 1e6),
        folder,
        say: (line) => console.log(`[${millions} M] ${line}`),
      })
      writeFileSync(join(folder, 'filled.json'), JSON.stringify(filled))
      await measure(folder, filled)
    } finally {
      if (values.keep) console.log(`The database is in ${folder}`)
      else await rm(folder, { recursive: true, force: true })
    }
  }
} else await measure(values.filled, filledSchema.parse(tryParse(pathToFileURL(join(values.filled, 'filled.json')))))

async function measure(folder: string, filled: Filled): Promise<void> {
  const millions = filled.rows / 1e6
  const result = await measureSize({ filled, folder, say: (line) => console.log(`[${millions} M] ${line}`) })
  keep(millions, result)
  console.table(result.log)
  console.log(
    JSON.stringify(
      { statistics: result.statistics, writes: result.writes, diskMegabytesPerMillion: result.diskMegabytesPerMillion },
      null,
      2,
    ),
  )
}

/** Sizes are measured one by one, maybe on different days: each keeps its last result. */
function keep(millions: number, result: SizeResult): void {
  const known: unknown = tryParse(file)
  const before =
    typeof known === 'object' && known !== null && 'sizes' in known && typeof known.sizes === 'object'
      ? known.sizes
      : {}
  const all = {
    sizes: {
      ...before,
      [`${millions}`]: { measuredOn: new Date().toISOString(), machine: describeMachine(), ...result },
    },
  }
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
}

function tryParse(path: URL): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
