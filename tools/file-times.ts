/**
 * Reporters of both runners that append how long each test file took to the file that FILE_TIMES names; `npm test` names one and
 * prints the slowest.
 */
import { appendFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter } from 'vitest/node'

const root = dirname(import.meta.dirname)

function record(file: string, milliseconds: number): void {
  const place = process.env['FILE_TIMES']
  if (!place) return
  appendFileSync(place, `${JSON.stringify({ file: relative(root, file), seconds: milliseconds / 1000 })}\n`)
}

/** For `reporters` of vitest.config.ts: the time of a file's tests and hooks. What it loads is shared with other files and left out. */
export const unitTimes: Reporter = {
  onTestModuleEnd(module) {
    record(module.moduleId, module.diagnostic().duration)
  },
}

/** For `reporter` of playwright.config.ts: the time of a file's journeys, added up. */
export default class JourneyTimes {
  readonly #times = new Map<string, number>()

  printsToStdio(): boolean {
    return false
  }

  onTestEnd({ location }: { location: { file: string } }, { duration }: { duration: number }): void {
    this.#times.set(location.file, (this.#times.get(location.file) ?? 0) + duration)
  }

  onEnd(): void {
    for (const [file, milliseconds] of this.#times) record(file, milliseconds)
  }
}
