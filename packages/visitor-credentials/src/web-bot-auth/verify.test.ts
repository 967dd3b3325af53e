import { runs } from '@bollard/testing/seed'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNonceMemory } from '../nonce-memory.ts'
import { botKeys } from './key.ts'
import { createBot, outcomeOf, requestWith, signatureOf, start } from './signing-fixture.ts'
import { verifyWebBotAuth } from './verify.ts'

const bot = createBot()
const day = 86_400
const authority = ['"@authority"', 'example.com'] as const

const receivedAfter = (seconds: number, parameters = {}) =>
  outcomeOf(requestWith([{ bot, parameters }], { now: (start + seconds) * 1000 }))
const withKeyTimes = (notBefore: number | null, expires: number | null) =>
  outcomeOf(requestWith([{ bot }], { keys: botKeys([{ ...bot.key, notBefore, expires }]) }))

describe('a request without signature', () => {
  it.each([{}, { 'user-agent': 'Mozilla/5.0' }, { signature: 'sig1=:AAAA:' }])(
    'counts as such: %j',
    async (headers) => {
      expect(
        await verifyWebBotAuth({ method: 'GET', authority: '', path: '', headers, keys: botKeys([]), now: 0 }),
      ).toEqual({ status: 'none' })
    },
  )

  it('is told from one whose signature got lost', async () => {
    expect(await outcomeOf(requestWith([{ bot }], { headers: { signature: undefined } }))).toBe('malformed')
  })
})

describe('a signed request', () => {
  it('is verified', async () => {
    expect(await verifyWebBotAuth(requestWith([{ bot }]))).toEqual({
      status: 'verified',
      keyId: bot.key.keyId,
      agent: null,
    })
  })

  it.each([
    ['the target address', [['"@target-uri"', 'https://example.com/form?step=1']]],
    [
      'method and path',
      [['"@method"', 'GET'], authority, ['"@path"', '/form'], ['"@query"', '?step=1'], ['"@scheme"', 'https']],
    ],
    ['the request target', [authority, ['"@request-target"', '/form?step=1']]],
    ['a header', [authority, ['"accept"', 'text/html']]],
    ['a header sent twice', [authority, ['"x-twice"', 'a, b']]],
  ] as const)('may cover %s', async (_what, components) => {
    const headers = { accept: ' text/html ', 'x-twice': ['a', 'b'] }
    expect(await outcomeOf(requestWith([{ bot, components }], { headers }))).toBe('verified')
  })

  it('holds for the authority in any case, with or without the usual port', async () => {
    for (const spelling of ['example.com', 'EXAMPLE.com', 'example.com:443']) {
      expect(await outcomeOf(requestWith([{ bot }], { authority: spelling }))).toBe('verified')
    }
  })

  it('holds without the name of the algorithm, which the key tells', async () => {
    expect(await outcomeOf(requestWith([{ bot, parameters: { alg: undefined } }]))).toBe('verified')
  })

  it.each([
    ['another authority', { authority: 'example.org' }],
    ['another port', { authority: 'example.com:8443' }],
  ])('does not hold for %s', async (_what, change) => {
    expect(await outcomeOf(requestWith([{ bot }], change))).toBe('signature')
  })

  it.each([
    ['method', { method: 'POST' }],
    ['path', { path: '/other?step=1' }],
    ['query', { path: '/form?step=2' }],
    ['scheme', { scheme: 'http' as const }],
    ['header', { headers: { accept: 'text/plain' } }],
  ])('does not hold when the %s is altered that it covers', async (_what, change) => {
    const components = [
      ['"@method"', 'GET'],
      ['"@target-uri"', 'https://example.com/form?step=1'],
      ['"accept"', 'text/html'],
    ] as const
    const plain = { headers: { accept: 'text/html' } }
    expect(await outcomeOf(requestWith([{ bot, components }], plain))).toBe('verified')
    expect(await outcomeOf(requestWith([{ bot, components }], { ...plain, ...change }))).toBe('signature')
  })

  it('does not hold with the signature of another bot', async () => {
    const { signature } = signatureOf({ bot: createBot() })
    expect(await outcomeOf(requestWith([{ bot }], { headers: { signature } }))).toBe('signature')
  })

  it('does not hold with a parameter altered', async () => {
    const { input } = signatureOf({ bot, parameters: { expires: start + 301 } })
    expect(await outcomeOf(requestWith([{ bot }], { headers: { 'signature-input': input } }))).toBe('signature')
  })
})

describe('time', () => {
  it('counts from creation to expiry, give or take a minute', async () => {
    expect(await receivedAfter(-61)).toBe('not-yet-valid')
    expect(await receivedAfter(-60)).toBe('verified')
    expect(await receivedAfter(359)).toBe('verified')
    expect(await receivedAfter(360)).toBe('expired')
  })

  it('is a day at most', async () => {
    expect(await receivedAfter(1, { expires: start + day })).toBe('verified')
    expect(await receivedAfter(1, { expires: start + day + 1 })).toBe('lifetime-too-long')
  })

  it('does not run backwards', async () => {
    expect(await receivedAfter(1, { expires: start })).toBe('expired')
  })

  it.each(['created', 'expires', 'keyid'])('and key have to be told: %s', async (name) => {
    expect(await receivedAfter(1, { [name]: undefined })).toBe('parameters-missing')
  })
})

describe('refusals', () => {
  it('wrong-tag: signed for another purpose, or for none', async () => {
    expect(await outcomeOf(requestWith([{ bot, parameters: { tag: 'http-message-signatures-directory' } }]))).toBe(
      'wrong-tag',
    )
    expect(await outcomeOf(requestWith([{ bot, parameters: { tag: undefined } }]))).toBe('wrong-tag')
  })

  it.each(['rsa-pss-sha512', 'hmac-sha256', 'none', ''])('algorithm: %j', async (alg) => {
    expect(await outcomeOf(requestWith([{ bot, parameters: { alg } }]))).toBe('algorithm')
  })

  it('unknown-key: nobody registered it, or nobody it says', async () => {
    expect(await outcomeOf(requestWith([{ bot }], { keys: botKeys([createBot().key]) }))).toBe('unknown-key')
    expect(await outcomeOf(requestWith([{ bot, parameters: { keyid: '__proto__' } }]))).toBe('unknown-key')
  })

  it('key-not-in-force: before and after its time', async () => {
    expect(await withKeyTimes(start, start + 11)).toBe('verified')
    expect(await withKeyTimes(start + 11, null)).toBe('key-not-in-force')
    expect(await withKeyTimes(null, start + 10)).toBe('key-not-in-force')
  })

  it('components-missing: nothing that names the receiver', async () => {
    expect(await outcomeOf(requestWith([{ bot, components: [] }]))).toBe('components-missing')
    expect(
      await outcomeOf(
        requestWith([
          {
            bot,
            components: [
              ['"@method"', 'GET'],
              ['"@path"', '/form'],
            ],
          },
        ]),
      ),
    ).toBe('components-missing')
  })

  it('components-missing: a header that was not sent', async () => {
    expect(await outcomeOf(requestWith([{ bot, components: [authority, ['"x-absent"', '']] }]))).toBe(
      'components-missing',
    )
    expect(await outcomeOf(requestWith([{ bot, components: [authority, ['"__proto__"', '']] }]))).toBe(
      'components-missing',
    )
  })

  it('components-unsupported: what cannot be rebuilt', async () => {
    expect(await outcomeOf(requestWith([{ bot, components: [authority, ['"@query-param";name="step"', '1']] }]))).toBe(
      'components-unsupported',
    )
    expect(await outcomeOf(requestWith([{ bot, components: [authority, ['"accept";bs', ':AAAA:']] }]))).toBe(
      'components-unsupported',
    )
  })

  it.each([
    ['input without end', { 'signature-input': 'sig1=("@authority"' }],
    ['input that is no list', { 'signature-input': 'sig1="@authority";tag="web-bot-auth"' }],
    ['nothing', { 'signature-input': '', signature: '' }, 'wrong-tag'],
    ['signature that is no bytes', { signature: 'sig1="AAAA"' }],
    ['signature with another label', { signature: 'sig2=:AAAA:' }],
    ['label given twice', { signature: 'sig1=:AAAA:, sig1=:AAAA:' }],
    ['more than fits', { signature: `sig1=:${'A'.repeat(8192)}:` }],
  ])('malformed: %s', async (_what, headers, outcome = 'malformed') => {
    expect(await outcomeOf(requestWith([{ bot }], { headers }))).toBe(outcome)
  })

  it.each([
    ['time as text', { created: `${start}` }],
    ['key as number', { keyid: 7 }],
  ])('malformed: %s', async (_what, parameters) => {
    expect(await outcomeOf(requestWith([{ bot, parameters }]))).toBe('malformed')
  })

  it('malformed: a component given twice, or that belongs to answers', async () => {
    expect(await outcomeOf(requestWith([{ bot, components: [authority, authority] }]))).toBe('malformed')
    expect(await outcomeOf(requestWith([{ bot, components: [['"@authority";req', 'example.com']] }]))).toBe('malformed')
  })

  it.each([
    '',
    'example.com/',
    'user@example.com',
    'example.com#',
    'example.com?',
    'a b',
    'example.com:',
    'example.com\n',
    'exämple.com',
  ])('malformed: the authority %j', async (spelling) => {
    expect(await outcomeOf(requestWith([{ bot }], { authority: spelling }))).toBe('malformed')
  })

  it.each(['', 'form', '*', '/a b', '/a#b', '/a\n'])('malformed: the path %j', async (path) => {
    expect(await outcomeOf(requestWith([{ bot }], { path }))).toBe('malformed')
  })
})

describe('several signatures', () => {
  const other = createBot()

  it('one that holds is enough, whichever', async () => {
    const foreign = { bot: other, label: 'cdn', parameters: { tag: 'other-purpose' } }
    const stranger = { bot: other, label: 'sig0' }
    const request = requestWith([foreign, stranger, { bot }], { keys: botKeys([bot.key]) })
    expect(await verifyWebBotAuth(request)).toEqual({ status: 'verified', keyId: bot.key.keyId, agent: null })
  })

  it('the first gives the reason when none holds', async () => {
    const late = { bot, label: 'late', parameters: { expires: start - 100, created: start - 200 } }
    expect(await outcomeOf(requestWith([late, { bot: other, parameters: { alg: 'none' } }]))).toBe('expired')
  })

  it('no more than three are looked at', async () => {
    const strangers = ['a', 'b', 'c'].map((label) => ({ bot: other, label }))
    const keys = botKeys([bot.key])
    expect(await outcomeOf(requestWith([...strangers.slice(1), { bot }], { keys }))).toBe('verified')
    expect(await outcomeOf(requestWith([...strangers, { bot }], { keys }))).toBe('unknown-key')
  })
})

describe('replay', () => {
  it('of a nonce is refused for as long as the signature holds', async () => {
    const nonces = createNonceMemory(10)
    const at = (seconds: number) => outcomeOf(requestWith([{ bot }], { nonces, now: (start + seconds) * 1000 }))
    expect(await at(0)).toBe('verified')
    expect(await at(1)).toBe('replayed')
    expect(await at(359)).toBe('replayed')
    expect(await at(360)).toBe('expired')
  })

  it('of a nonce is refused under other covers too', async () => {
    const nonces = createNonceMemory(10)
    expect(await outcomeOf(requestWith([{ bot }], { nonces }))).toBe('verified')
    expect(await outcomeOf(requestWith([{ bot, components: [authority, ['"@method"', 'GET']] }], { nonces }))).toBe(
      'replayed',
    )
  })

  it('of a signature without nonce is refused', async () => {
    const nonces = createNonceMemory(10)
    const once = requestWith([{ bot, parameters: { nonce: undefined } }], { nonces })
    expect(await outcomeOf(once)).toBe('verified')
    expect(await outcomeOf(once)).toBe('repeated')
    expect(
      await outcomeOf(requestWith([{ bot, parameters: { nonce: undefined, created: start + 1 } }], { nonces })),
    ).toBe('verified')
  })

  it('is no matter between bots, nor of signatures that do not hold', async () => {
    const nonces = createNonceMemory(10)
    const { signature } = signatureOf({ bot: createBot() })
    expect(await outcomeOf(requestWith([{ bot }], { nonces, headers: { signature } }))).toBe('signature')
    expect(nonces.size()).toBe(0)
    expect(await outcomeOf(requestWith([{ bot }], { nonces }))).toBe('verified')
    expect(await outcomeOf(requestWith([{ bot: createBot() }], { nonces }))).toBe('verified')
  })
})

describe('arbitrary headers', () => {
  const genuine = signatureOf({ bot })
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'sig1=(;,":@?%\\ )\tAa0.-*'), maxLength: 60 }),
    fc
      .tuple(fc.string(), fc.nat(genuine.input.length))
      .map(([piece, at]) => genuine.input.slice(0, at) + piece + genuine.input.slice(at)),
    fc
      .tuple(fc.string(), fc.nat(genuine.signature.length))
      .map(([piece, at]) => genuine.signature.slice(0, at) + piece + genuine.signature.slice(at + 1)),
    fc.constantFrom(genuine.input, genuine.signature, `sig1=();tag="web-bot-auth"`, 'sig1=:AAAA:'),
  )

  it('never throw, and verify only as the genuine pair', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, fc.option(text, { nil: undefined }), async (input, signature, agent) => {
        const headers = { 'signature-input': input, signature, 'signature-agent': agent }
        const outcome = await outcomeOf(requestWith([{ bot }], { headers }))
        // Blanks around a value are no part of it, so that compared without them.
        const isGenuine =
          agent === undefined &&
          input.replaceAll(' ', '') === genuine.input.replaceAll(' ', '') &&
          signature.trim() === genuine.signature
        if (!isGenuine) expect(outcome).not.toBe('verified')
        expect(outcome).not.toBe('none')
      }),
      { numRuns: runs(2000) },
    )
  })

  it('never throw beside an arbitrary authority, method and path', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), fc.string(), async (method, host, path) => {
        const components = [authority, ['"@method"', 'GET'], ['"@path"', '/form']] as const
        expect(await outcomeOf(requestWith([{ bot, components }], { method, authority: host, path }))).not.toBe(
          'verified',
        )
      }),
      { numRuns: runs(500) },
    )
  })
})
