import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTestFolder } from '@bollard/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { protectionPorts } from './protection-ports.ts'

const never = { reverse: () => new Promise<never>(() => {}), resolve4: async () => [], resolve6: async () => [] }
const away = { ...never, reverse: () => Promise.reject(new Error('ETIMEOUT')) }

const now = () => new Date('2026-03-02T12:00:00Z')

async function setUp(
  dns: typeof never | typeof away = never,
  PROTECTION_STORE_URL?: string,
  PROTECTION_VIES = true,
  vies?: (vatId: string) => Promise<boolean | null>,
) {
  const place = await makeTestFolder()
  onTestFinished(() => place.remove())
  const folder = join(place.path, 'gateway', 'ranges')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'oai-searchbot.json'), '{"prefixes":[{"ipv4Prefix":"192.0.2.0/24"}]}')
  const log = { warn: vi.fn(), error: vi.fn() }
  const settings = { DATA_DIR: place.path, PROTECTION_STORE_URL, PROTECTION_VIES }
  return { log, ...protectionPorts(settings, log, { dns, now, ...(vies && { vies }) }) }
}

test('a list in the folder of the gateway proves who a program is, and who is none', async () => {
  const { identifyProgram } = await setUp()
  const ask = (address: string | null) => identifyProgram({ userAgent: 'OAI-SearchBot/1.0', address })
  const program = { name: 'OAI-SearchBot', purpose: 'AI_SEARCH' }
  // The list is read in the background.
  await expect.poll(() => ask('192.0.2.7')).toEqual({ ...program, verdict: 'VERIFIED' })
  expect(await ask('198.51.100.1')).toEqual({ ...program, verdict: 'SPOOFED' })
  // One spelling of an address is as good as another, and what is none accuses nobody.
  expect(await ask('::ffff:192.0.2.7')).toEqual({ ...program, verdict: 'VERIFIED' })
  for (const none of [null, '', 'unknown', '192.0.2.7.8'])
    expect(await ask(none), String(none)).toEqual({ ...program, verdict: 'UNKNOWN' })
  expect(identifyProgram({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', address: null })).toBeNull()
})

test.for([never, away])('a name service that is silent or fails accuses nobody', async (dns) => {
  const { identifyProgram } = await setUp(dns)
  expect(await identifyProgram({ userAgent: 'Googlebot/2.1', address: '192.0.2.7' })).toEqual({
    name: 'Googlebot',
    purpose: 'SEARCH',
    verdict: 'UNKNOWN',
  })
})

test('a register of VAT ids is asked unless the operator says no', async () => {
  const asked: string[] = []
  const vies = async (vatId: string) => (asked.push(vatId), true)
  expect((await setUp(never, undefined, false, vies)).askRegister).toBeUndefined()
  const { askRegister } = await setUp(never, undefined, true, vies)
  expect([await askRegister?.('DE136695976'), asked]).toEqual([true, ['DE136695976']])
})

test('limits are counted in the database, or in the server that a setting names, whose failures are told once', async () => {
  expect((await setUp()).limitStore).toBeUndefined()
  // Nobody listens on port 1.
  const { limitStore, log } = await setUp(never, 'valkey://:hunter2@127.0.0.1:1')
  await expect.poll(() => log.error.mock.calls.length).toBe(1)
  expect(JSON.stringify(log.error.mock.calls)).not.toContain('hunter2')
  await limitStore?.close()
})
