import { expect, test } from 'vitest'
import type { Visit } from '@bollard/gateway'
import type { Program } from '@bollard/guard'
import { botKeys } from '@bollard/visitor-credentials'
import {
  type Bot,
  createBot,
  signatureOf,
  type SignatureParts,
  start,
} from '../../packages/visitor-credentials/src/web-bot-auth/signing-fixture.ts'
import { identifySigned } from './identify-signed.ts'

const agent = 'https://bot.example'
const reader = { name: 'Reader', purpose: 'AI_USER' } as const
const at = (start + 10) * 1_000

function visitOf(headers: Record<string, string>, more: Partial<Visit> = {}): Visit {
  const whole = { host: 'shop.example', 'user-agent': 'Mozilla/5.0', ...headers }
  return {
    method: 'GET',
    host: 'shop.example',
    path: '/',
    target: '/',
    address: '192.0.2.7',
    isEncrypted: true,
    headers: whole,
    isUpgrade: false,
    request: {},
    ...more,
  } as unknown as Visit
}

let nonce = 0
function signed(bot: Bot, parts: Partial<SignatureParts> = {}, named = true): Record<string, string> {
  const { input, signature } = signatureOf({
    bot,
    components: [['"@authority"', 'shop.example'], ...(named ? [['"signature-agent"', `"${agent}"`] as const] : [])],
    ...parts,
    parameters: { nonce: `n${(nonce += 1)}`, ...parts.parameters },
  })
  return { 'signature-input': input, signature, ...(named && { 'signature-agent': `"${agent}"` }) }
}

function world(byName: Program | null = null, now = () => at) {
  const bot = createBot(agent)
  const identifier = identifySigned(() => byName, now)
  const configure = (...bots: Bot[]) =>
    identifier.configure({ keys: botKeys(bots.map(({ key }) => key)), byAgent: new Map([[agent, reader]]) })
  configure(bot)
  const ask = async (headers: Record<string, string>, more: Partial<Visit> = {}) =>
    identifier.identify(visitOf(headers, more))
  return { bot, ask, configure }
}

const isSpoofed = { ...reader, verified: false, isSpoofed: true }

test('a signature that holds names the bot, whatever its user agent says', async () => {
  const { bot, ask } = world({ name: 'Googlebot', purpose: 'SEARCH', verified: false })
  expect(await ask(signed(bot))).toEqual({ ...reader, verified: true })
  expect(await ask({})).toMatchObject({ name: 'Googlebot' })
})

test('a signature for another host, one that was changed, one that is over and one by a stranger are lies', async () => {
  const { bot, ask } = world()
  expect(await ask(signed(bot), { ...visitOf({ ...signed(bot), host: 'other.example' }) })).toEqual(isSpoofed)
  const stranger = createBot(agent)
  const forged = { ...stranger, key: { ...stranger.key, keyId: bot.key.keyId } }
  expect(await ask(signed(forged))).toEqual(isSpoofed)
  const over = { created: start - 600, expires: start - 300 }
  expect(await ask(signed(bot, { parameters: over }))).toEqual(isSpoofed)
  const { signature, ...rest } = signed(bot)
  expect(await ask({ ...rest, signature: signature?.replace(/:./u, ':A') ?? '' })).toEqual(isSpoofed)
  const target = signed(bot, {
    components: [
      ['"@target-uri"', 'https://shop.example/a'],
      ['"signature-agent"', `"${agent}"`],
    ],
  })
  expect(await ask(target, { target: '/a' })).toEqual({ ...reader, verified: true })
  const again = signed(bot, {
    components: [
      ['"@target-uri"', 'https://shop.example/a'],
      ['"signature-agent"', `"${agent}"`],
    ],
  })
  expect(await ask(again, { target: '/b' })).toEqual(isSpoofed)
})

test('a signature counts once, also after other bots were named', async () => {
  const { bot, ask, configure } = world()
  const headers = signed(bot)
  expect(await ask(headers)).toMatchObject({ verified: true })
  expect(await ask(headers)).toEqual(isSpoofed)
  configure(bot, createBot(agent))
  expect(await ask(headers)).toEqual(isSpoofed)
  // Without a nonce, a bot that asks twice within a second signs the same: nothing is proved, and nobody accused.
  const plain = signed(bot, { parameters: { nonce: undefined } })
  expect(await ask(plain)).toMatchObject({ verified: true })
  expect(await ask(plain)).toEqual({ ...reader, verified: false })
})

test('a key that is not known may be a new one, and an agent that is not known is nobody', async () => {
  const { ask } = world()
  expect(await ask(signed(createBot(agent)))).toEqual({ ...reader, verified: false })
  const other = createBot('https://evil.example')
  expect(await ask(signed(other, {}, false))).toBeNull()
  expect(await ask({ ...signed(other, {}, false), 'signature-agent': '"https://evil.example"' })).toBeNull()
})

test('a key of one agent never speaks for another, nor for one that the signature does not cover', async () => {
  const { ask, configure } = world()
  const other = createBot('https://other.example')
  configure(other)
  const named = signed(other)
  expect(await ask(named)).toBeNull()
  const uncovered = { ...signed(other, {}, false), 'signature-agent': `"${agent}"` }
  expect(await ask(uncovered)).toBeNull()
})

test('what cannot be read harms nobody, and is read by nobody else', async () => {
  const { ask } = world()
  for (const input of ['', 'x', '=', `sig1=(${'"@authority" '.repeat(500)})`, '\u0000', 'sig1=();tag="web-bot-auth"'])
    expect(await ask({ 'signature-input': input, signature: 'sig1=:AA==:' }), input.slice(0, 20)).toBeNull()
})
