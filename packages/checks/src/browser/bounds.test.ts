import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { withBrowserSlot } from './slots.ts'
import { measureTree } from './watch-processes.ts'

test('two browsers run at a time, the next one waits for its turn, and one whose turn does not come is told so', async () => {
  const started: number[] = []
  const ends = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const all = ends.map(({ promise }, index) =>
    withBrowserSlot(() => {
      started.push(index)
      return promise
    }),
  )
  await expect(withBrowserSlot(async () => undefined, 1)).rejects.toMatchObject({ code: 'browser-busy' })
  expect(started).toEqual([0, 1])
  ends[1]?.reject(new Error('as a check may'))
  await expect(all[1]).rejects.toThrow('as a check may')
  expect(started).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  await Promise.all([all[0], all[2]])
  expect(await withBrowserSlot(async () => 'free again', 1)).toBe('free again')
})

test('memory and processor time of a program are those of everything below it', async () => {
  // A shell that starts a program which holds 64 MiB.
  const hold = 'const held = Buffer.alloc(67108864, 1); console.log(held.length); setInterval(() => held, 1000)'
  const child = spawn('/bin/sh', ['-c', `'${process.execPath}' -e "${hold}"; true`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'))
  await once(child.stdout, 'data')
  const taken = await measureTree(child.pid ?? 0)
  expect(taken.bytes).toBeGreaterThan(67_108_864)
  expect(taken.cpuSeconds).toBeGreaterThan(0)
})
