import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { widgetSizes } from '@bollard/widget/size'
import { solveWasm } from '../../packages/proof-of-work/src/equix/solve-wasm.ts'
import { measureBrowser } from './measure-browser.ts'
import { measureVerify } from './measure-verify.ts'
import { measureNonces, type NonceTimes, parts } from './page/measure-nonces.ts'
import { simulateWaits } from './simulate-waits.ts'

/*
 * Equi-X in one thread: what a nonce costs in a real Chromium (also with the coming wide arithmetic, which it still has
 * behind a flag) and in Node, what the server pays to verify, how evenly visitors wait, and the bytes they load.
 *   node benchmarks/equix/run.ts [--nonces 400] [--date 2026-11-21T12:00:00Z]
 */
const { values } = parseArgs({ options: { nonces: { type: 'string', default: '400' }, date: { type: 'string' } } })
const nonces = Number(values.nonces)

const { version, ...chromium } = await measureBrowser(nonces)
const { version: _same, ...wide } = await measureBrowser(nonces, ['--wasm-wide-arithmetic'])
const node = await measureNonces(nonces)
const verify = await measureVerify()
const worker = widgetSizes().find(({ file }) => file === 'widget/equix.js')
if (!worker) throw new Error('The widget is not built: run npm run build')

const report = {
  measuredAt: values.date ?? new Date().toISOString(),
  machine: {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    browser: `Chromium ${version}`,
    node: process.version,
  },
  nonces,
  chromium: summarise(chromium),
  chromiumWideArithmetic: wide.wideArithmetic ? summarise(wide) : null,
  node: summarise(node),
  solutionsPerNonce: round(chromium.solutions.reduce((sum, count) => sum + count) / chromium.solutions.length),
  ...verify,
  waits: simulateWaits(chromium.solutions, chromium.nonceMs.total, Math.random),
  gzipBytes: { worker: worker.gzip, solver: gzipSync(solveWasm, { level: 9 }).length },
}
const folder = new URL('../results/', import.meta.url)
await mkdir(folder, { recursive: true })
await writeFile(new URL('equix.json', folder), `${JSON.stringify(report, null, 2)}\n`)
console.log(toMarkdown())

function summarise({ nonceMs }: NonceTimes) {
  const ms = Object.fromEntries(parts.map((part) => [part, round(nonceMs[part])]))
  return { nonceMs: ms, noncesPerSecond: Math.round(10_000 / nonceMs.total) / 10 }
}

function toMarkdown(): string {
  const rows = [
    ['Chromium', report.chromium],
    ['Chromium, wide arithmetic', report.chromiumWideArithmetic],
    ['Node', report.node],
  ] as const
  return [
    `| ms a nonce | ${parts.join(' | ')} |`,
    `| --- |${' --: |'.repeat(parts.length)}`,
    ...rows.flatMap(([name, measured]) =>
      measured ? [`| ${name} | ${parts.map((part) => measured.nonceMs[part]).join(' | ')} |`] : [],
    ),
    '',
    `${report.solutionsPerNonce} solutions a nonce. Verifying one takes ${report.verifyMicros} µs, an answer ${report.verifyAnswerMicros} µs.`,
    ...report.waits.map(
      ({ solutionsEach, meanNonces, meanMs, p95OverMean }) =>
        `32 × ${solutionsEach}: ${meanNonces} nonces, ${meanMs} ms, 95 % within ${p95OverMean} of that.`,
    ),
    `Worker ${report.gzipBytes.worker} B gzip, of which the program ${report.gzipBytes.solver} B.`,
  ].join('\n')
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
