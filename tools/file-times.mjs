/**
 * How long each test file took, of both runners: each appends what it knows to one file, and `npm test` prints the slowest at its
 * end. Both load this module as a reporter.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './prepare.mjs'

const record = join(root, '.build', 'file-times.jsonl')

export function forgetFileTimes() {
  rmSync(record, { force: true })
}

/** Files of a folder that share processes share what they load too, so a file's figure is that of its tests and hooks alone. */
export function printSlowestFiles(count) {
  if (!existsSync(record)) return
  const times = readFileSync(record, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
  console.log(`\nThe slowest ${times.length} files, in seconds:`)
  for (const { file, seconds } of times) console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`)
}

function remember(file, milliseconds) {
  mkdirSync(dirname(record), { recursive: true })
  appendFileSync(record, `${JSON.stringify({ file: relative(root, file), seconds: milliseconds / 1000 })}\n`)
}

/** For `reporters` of vitest.config.ts. */
export const unitTimes = {
  onTestModuleEnd(module) {
    remember(module.moduleId, module.diagnostic().duration)
  },
}

/** For `reporter` of playwright.config.ts: the time of a file's journeys, added up. */
export default class JourneyTimes {
  #times = new Map()

  printsToStdio() {
    return false
  }

  onTestEnd({ location }, { duration }) {
    this.#times.set(location.file, (this.#times.get(location.file) ?? 0) + duration)
  }

  onEnd() {
    for (const [file, milliseconds] of this.#times) remember(file, milliseconds)
  }
}
