import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { findFreePorts } from './free-ports.ts'

test('another process that looks for ports finds none of those that were found here', async () => {
  const ports = await findFreePorts(4)
  expect(new Set(ports).size).toBe(4)
  // It draws the very ports that were found here.
  const ask = `
    const crypto = process.getBuiltinModule('node:crypto')
    const first = ${JSON.stringify(ports)}
    const { randomInt } = crypto
    crypto.randomInt = (...range) => first.shift() ?? randomInt(...range)
    process.getBuiltinModule('node:module').syncBuiltinESMExports()
    const { findFreePorts } = await import(${JSON.stringify(new URL('free-ports.ts', import.meta.url).href)})
    console.log(JSON.stringify([await findFreePorts(4), first.length]))
  `
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', ask], { encoding: 'utf8' })
  const [others, left] = JSON.parse(stdout || 'null') ?? [stderr, null]
  expect([left, others.filter((port: number) => ports.includes(port))]).toEqual([0, []])
  expect(others).toHaveLength(4)
})
