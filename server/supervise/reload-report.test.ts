import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartupFault } from '../startup-fault.ts'
import { createReloader, readReloadReport, removeReloadReport } from './reload-report.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'bollard-reload-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('a reload reports each step, and another one that is asked for meanwhile is the same', async () => {
  const path = folder()
  const [gate, drained] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let begun = 0
  const said: string[] = []
  const reload = createReloader(
    path,
    () => async (tell) => {
      begun += 1
      tell('api')
      await gate.promise
      tell('sites')
      return { drained: drained.promise }
    },
    (line) => said.push(line),
  )
  const running = Promise.all([reload(), reload()])
  expect(readReloadReport(path)).toEqual({ pid: process.pid, lines: ['api'], outcome: 'running', drained: false })
  gate.resolve()
  await running
  expect(begun).toBe(1)
  expect(readReloadReport(path)).toMatchObject({
    lines: ['api', 'sites', expect.stringMatching(/^Reloaded/u)],
    outcome: 'done',
    drained: false,
  })
  drained.resolve()
  await expect
    .poll(() => readReloadReport(path))
    .toMatchObject({ lines: { length: 3 }, outcome: 'done', drained: true })
  expect(said).toHaveLength(3)
  removeReloadReport(path)
  expect(readReloadReport(path)).toBeNull()
})

test('a reload that fails, or comes too early, says so and can be repeated', async () => {
  const path = folder()
  let work: ReturnType<Parameters<typeof createReloader>[1]>
  const reload = createReloader(
    path,
    () => work,
    () => {},
  )
  await reload()
  expect(readReloadReport(path)).toMatchObject({
    outcome: 'failed',
    lines: [expect.stringContaining('still starting')],
  })
  work = async () => Promise.reject(new StartupFault('The api process could not start: no reason.'))
  await reload()
  expect(readReloadReport(path)).toMatchObject({ outcome: 'failed', lines: [expect.stringContaining('no reason')] })
  work = async () => ({ drained: Promise.resolve() })
  await reload()
  expect(readReloadReport(path)?.outcome).toBe('done')
})

test('a report that cannot be written is said, and ends nothing', async () => {
  const said: string[] = []
  const reload = createReloader(
    join(folder(), 'gone'),
    () => async () => ({ drained: Promise.resolve() }),
    (line) => said.push(line),
  )
  await reload()
  expect(said.at(-1)).toContain('could not be reported')
})
