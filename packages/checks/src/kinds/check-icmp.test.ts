import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { check, open } from '../testing/start-servers.ts'

/** A `ping` that says a text, and writes to a file beside it what it was called with. */
async function pingThatSays(output: string, { complaint = '', last = 'exit 0' } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'ping-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = join(folder, 'ping')
  const called = join(folder, 'called')
  const script = ['#!/bin/sh', `echo "$@" > '${called}'`, "cat <<'END'", output, 'END', `echo '${complaint}' >&2`, last]
  await writeFile(program, `${script.join('\n')}\n`)
  await chmod(program, 0o755)
  return { options: { ...open, pingProgram: program }, called: () => readFile(called, 'utf8') }
}

/** As `ping` of iputils and of BusyBox write it. */
const iputils = (received: number) => `PING 127.0.0.1 (127.0.0.1) 56(84) bytes of data.

--- 127.0.0.1 ping statistics ---
3 packets transmitted, ${received} received, ${Math.round(100 - (received * 100) / 3)}% packet loss, time 401ms
${received === 0 ? '' : 'rtt min/avg/max/mdev = 0.021/0.035/0.047/0.010 ms'}`
const busyBox = `--- 127.0.0.1 ping statistics ---
3 packets transmitted, 3 packets received, 0% packet loss
round-trip min/avg/max = 0.051/0.062/0.079 ms`

test.for<[string, string, object]>([
  ['every echo', iputils(3), { verdict: 'UP', fault: null, phases: { firstByteMs: 0.035 } }],
  ['every echo to BusyBox', busyBox, { verdict: 'UP', fault: null, phases: { firstByteMs: 0.062 } }],
  ['some echoes', iputils(2), { verdict: 'DEGRADED', fault: 'packets-lost', detail: '2 of 3 came back' }],
  ['no echo', iputils(0), { verdict: 'DOWN', fault: 'no-reply', phases: { firstByteMs: null } }],
])('%s', async ([, output, result]) => {
  const { options } = await pingThatSays(output)
  expect(await check('ICMP', {}, { options })).toMatchObject({ facts: { address: '127.0.0.1' }, ...result })
})

test('it is called with the address that was checked, never with what somebody typed', async () => {
  const { options, called } = await pingThatSays(iputils(3))
  const resolve = async () => [{ address: '2001:db8::1', family: 6 }]
  await check('ICMP', { host: 'shop.example' }, { options: { ...options, resolve } })
  expect((await called()).trim()).toBe('-6 -n -q -c 3 -i 0.2 -w 4 2001:db8::1')
  expect(await check('ICMP', { host: '-f' }, { options: { ...options, resolve: async () => [] } })).toMatchObject({
    fault: 'dns-not-found',
  })
})

test('where it is missing, or may not open its socket, nothing is known', async () => {
  expect(await check('ICMP', {}, { options: { ...open, pingProgram: '/nowhere/ping' } })).toMatchObject({
    verdict: 'UNKNOWN',
    fault: 'ping-unavailable',
    detail: expect.stringContaining('ENOENT'),
  })
  const { options } = await pingThatSays('', {
    complaint: 'ping: socktype: SOCK_RAW: Operation not permitted',
    last: 'exit 2',
  })
  expect(await check('ICMP', {}, { options })).toMatchObject({
    verdict: 'UNKNOWN',
    fault: 'ping-unavailable',
    detail: 'ping: socktype: SOCK_RAW: Operation not permitted',
  })
})

test('one that never ends is killed', async () => {
  const { options } = await pingThatSays('', { last: 'exec sleep 60' })
  expect(await check('ICMP', {}, { options, timeoutMs: 300 })).toMatchObject({ verdict: 'DOWN', fault: 'timeout' })
  // The test does not end where the process does not.
  while (process.getActiveResourcesInfo().includes('ProcessWrap')) await setImmediate()
})
