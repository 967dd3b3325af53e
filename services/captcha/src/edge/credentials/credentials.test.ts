import { constants, generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { captchaRoutes, type SiteSettings, siteSettingsSchema } from '@bollard/contracts'
import { collectedFor } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { chromium, solve } from '../../testing/browser.ts'
import { makeSite, startCluster, type TestSite } from '../../testing/start-service.ts'
import { answer, codeOf, siteverify, start } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService({ authority: 'localhost:8090' })

async function siteWith(settings: Partial<SiteSettings>, domains = ['shop.example'], of = it): Promise<TestSite> {
  const site = await makeSite(of, domains)
  of.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  const response = await of.app.inject({
    method: 'PUT',
    url: `/captcha/v1/sites/${site.solutionId}/settings`,
    headers: { cookie: 'ada' },
    payload: { ...siteSettingsSchema.parse(settings), version: 1 },
  })
  if (response.statusCode !== 200) throw new Error(response.body)
  return site
}

const bot = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('ed25519')
const welcome = {
  signedBots: [
    { name: 'Price watch', agent: null, publicKey: JSON.stringify(bot.publicKey.export({ format: 'jwk' })) },
  ],
}

/** Headers of a bot that signs by the letter of RFC 9421, section 3.1. */
function signed(
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
  { authority = 'localhost:8090', host = 'localhost:8090', nonce = randomBytes(8).toString('base64') } = {},
) {
  const { x } = publicKey.export({ format: 'jwk' })
  const keyId = hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url')
  const created = Math.floor(it.clock.now / 1000) - 1
  const inner = `("@authority");created=${created};expires=${created + 300};keyid="${keyId}";alg="ed25519";nonce="${nonce}";tag="web-bot-auth"`
  const base = `"@authority": ${authority}\n"@signature-params": ${inner}`
  const signature = sign(null, Buffer.from(base), privateKey).toString('base64')
  return {
    host,
    'content-type': 'application/json',
    'user-agent': 'PriceWatch/1.0',
    'signature-input': `sig1=${inner}`,
    signature: `sig1=:${signature}:`,
  }
}

test('a bot that the site welcomes passes by its signature: at once, stored, and its token counts once', async () => {
  const site = await siteWith(welcome)
  const response = await start(it.app, { siteKey: site.siteKey, action: 'price list' }, signed(bot))
  const passed = captchaRoutes.startVerification.response.schema.parse(response.json())
  if (passed.status !== 'passed') throw new Error(response.body)
  const verified = await siteverify(it.app, { secret: site.secretKey, response: passed.token })
  expect(verified).toMatchObject({
    success: true,
    action: 'price list',
    outcome: 'PASSED',
    reasons: [{ code: 'web-bot-auth' }],
  })
  expect(verified.score).toBeLessThan(0.01)
  expect((await siteverify(it.app, { secret: site.secretKey, response: passed.token })).success).toBe(false)
})

test('a signature counts once over all processes, also for one that was started later', async () => {
  const site = await siteWith(welcome)
  const besides = [0, 1].map(() =>
    cluster.startService({ beside: it, authority: 'localhost:8090', now: () => it.clock.now }),
  )
  const apps = [it, ...(await Promise.all(besides))].map(({ app }) => app)
  const headers = signed(bot)
  const statuses = async (list: typeof apps) =>
    (
      await Promise.all(
        list.map(async (app) => start(app, { siteKey: site.siteKey }, headers).then((one) => one.json())),
      )
    ).map(({ status }) => status)
  expect((await statuses([...apps, ...apps])).filter((status) => status === 'passed')).toHaveLength(1)
  const late = await cluster.startService({ beside: it, authority: 'localhost:8090', now: () => it.clock.now })
  expect(await statuses([late.app])).not.toContain('passed')
  expect((await start(late.app, { siteKey: site.siteKey }, signed(bot))).json()).toMatchObject({ status: 'passed' })
})

test('a signature counts once over the sites of all cells, and one that is away stops no bot of another', async () => {
  let cell = 0
  const authority = 'localhost:8090'
  const here = await cluster.startService({ cells: 2, cellOfNewSite: () => cell, authority })
  const elsewhere = await cluster.startService({ beside: here, authority })
  const near = await siteWith(welcome, undefined, here)
  cell = 1
  const far = await siteWith(welcome, undefined, here)
  const outcome = async ({ app }: typeof here, { siteKey }: TestSite, headers: ReturnType<typeof signed>) => {
    const answered = await start(app, { siteKey }, headers)
    return answered.statusCode === 201 ? answered.json<{ status: string }>().status : codeOf(answered)
  }
  for (const [first, second] of [
    [near, far],
    [far, near],
  ] as const) {
    const caught = signed(bot)
    expect(await outcome(here, first, caught)).toBe('passed')
    expect(await outcome(elsewhere, second, caught)).toBe('origin-not-allowed')
    const raced = signed(bot)
    const both = [outcome(here, first, raced), outcome(elsewhere, second, raced)]
    expect((await Promise.all(both)).toSorted()).toEqual(['origin-not-allowed', 'passed'])
  }
  const [, one] = here.cells
  if (one === undefined) throw new Error('there are two cells')
  one.isAway = true
  const caught = signed(bot)
  expect(await outcome(here, near, caught)).toBe('passed')
  expect(await outcome(elsewhere, far, signed(bot))).toBe('unavailable')
  one.isAway = false
  expect(await outcome(elsewhere, far, caught)).toBe('origin-not-allowed')
  expect(await outcome(here, far, signed(bot))).toBe('passed')
})

test.for<[string, () => Record<string, string>]>([
  ['another key', () => signed(stranger)],
  ['a signature for another host', () => signed(bot, { authority: 'other.example' })],
  [
    'a signature for a host that sends it on under its own name',
    () => signed(bot, { authority: 'other.example', host: 'other.example' }),
  ],
  ['no signature', () => ({ ...signed(bot), 'signature-input': '' })],
  ['a signature of nothing', () => ({ ...signed(bot), signature: 'sig1=:AAAA:' })],
])('a bot with %s is a visitor like any other', async ([, headers]) => {
  const site = await siteWith(welcome)
  expect(codeOf(await start(it.app, { siteKey: site.siteKey }, headers()))).toBe('origin-not-allowed')
  const challenged = await start(it.app, { siteKey: site.siteKey }, { ...headers(), origin: 'https://shop.example' })
  expect(challenged.json()).toMatchObject({ status: 'challenge' })
})

test('a signature counts once, and on no site that does not welcome the bot', async () => {
  const [site, other] = [await siteWith(welcome), await siteWith({})]
  const headers = signed(bot)
  expect(codeOf(await start(it.app, { siteKey: other.siteKey }, headers))).toBe('origin-not-allowed')
  expect((await start(it.app, { siteKey: site.siteKey }, headers)).json()).toMatchObject({ status: 'passed' })
  expect(codeOf(await start(it.app, { siteKey: site.siteKey }, headers))).toBe('origin-not-allowed')
})

function makeIssuer(): { spki: Buffer; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa-pss', {
    modulusLength: 2048,
    hashAlgorithm: 'sha384',
    mgf1HashAlgorithm: 'sha384',
    // The types ask for a text, OpenSSL for a number.
    saltLength: JSON.parse('48'),
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { spki: publicKey, privateKey }
}
const { spki, privateKey: issuerKey } = makeIssuer()
const trusting = { privateTokens: { issuer: 'issuer.example', publicKey: spki.toString('base64url') } }

function ask(verificationId: string, siteKey: string, more: Record<string, string> = {}) {
  const headers: Record<string, string> = { ...chromium, ...more }
  return it.app.inject({
    method: 'POST',
    url: `/captcha/v1/verifications/${verificationId}/private-token`,
    headers,
    payload: JSON.stringify({ siteKey }),
  })
}

/** What a browser holds after unblinding: an ordinary RSASSA-PSS signature over the token's input (RFC 9578, section 6). */
function tokenFor(wwwAuthenticate: unknown, key: string = issuerKey): { authorization: string } {
  const challenge = Buffer.from(/challenge="([^"]+)"/u.exec(String(wwwAuthenticate))?.[1] ?? '', 'base64url')
  const input = Buffer.concat([
    Buffer.of(0, 2),
    randomBytes(32),
    hash('sha256', challenge, 'buffer'),
    hash('sha256', spki, 'buffer'),
  ])
  const token = Buffer.concat([
    input,
    sign('sha384', input, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 }),
  ])
  return { authorization: `PrivateToken token="${token.toString('base64url')}"` }
}

/** Answers in doubt, so that a token makes the difference. */
async function hand(
  { verificationId, challenge: { token: challenge } }: Awaited<ReturnType<typeof startedOn>>,
  privateToken: string,
): Promise<unknown> {
  const collected = collectedFor(challenge, [
    'emulated-viewport',
    'small-screen',
    'debugger-protocol',
    'untrusted-click',
  ])
  return (
    await answer(it.app, verificationId, {
      challenge,
      solution: await solve(challenge),
      workMs: 5,
      collected,
      privateToken,
    })
  ).json()
}

async function startedOn(site: TestSite) {
  const response = captchaRoutes.startVerification.response.schema.parse(
    (await start(it.app, { siteKey: site.siteKey })).json(),
  )
  if (response.status !== 'challenge') throw new Error('no challenge')
  return response
}

test('a token of the issuer that the site trusts counts in favour of the visitor, for one verification', async () => {
  const site = await siteWith(trusting)
  const [mine, other] = [await startedOn(site), await startedOn(site)]
  expect(mine.privateToken).toBe(true)
  const asked = await ask(mine.verificationId, site.siteKey)
  expect([asked.statusCode, codeOf(asked), asked.headers['access-control-allow-origin']]).toEqual([
    401,
    'private-token-required',
    '*',
  ])
  const token = tokenFor(asked.headers['www-authenticate'])
  expect(codeOf(await ask(other.verificationId, site.siteKey, token))).toBe('private-token-invalid')
  const { proof } = captchaRoutes.getPrivateToken.response.schema.parse(
    (await ask(mine.verificationId, site.siteKey, token)).json(),
  )
  expect(codeOf(await ask(mine.verificationId, site.siteKey, token))).toBe('private-token-invalid')

  expect(await hand(mine, proof)).toMatchObject({ status: 'passed' })
  expect(await hand(other, proof)).toMatchObject({ status: 'challenge' })
  expect(await hand(await startedOn(site), 'x'.repeat(43))).toMatchObject({ status: 'challenge' })
})

test('whoever sets up an issuer of their own proves nothing on a site of others', async () => {
  const own = await siteWith(trusting, ['evil.example'])
  const origin = 'https://evil.example'
  for (const site of [await siteWith({}), await siteWith(trusting)]) {
    const theirs = await startedOn(site)
    const asked = await ask(theirs.verificationId, own.siteKey, { origin })
    const proven = await ask(theirs.verificationId, own.siteKey, {
      origin,
      ...tokenFor(asked.headers['www-authenticate']),
    })
    const { proof } = captchaRoutes.getPrivateToken.response.schema.parse(proven.json())
    expect(await hand(theirs, proof)).toMatchObject({ status: 'challenge' })
  }
})

test('a token is asked for in the name of the service, whatever host a call names', async () => {
  const site = await siteWith(trusting)
  const { verificationId } = await startedOn(site)
  for (const host of ['evil.example', 'a,b', 'x y', '']) {
    const asked = await ask(verificationId, site.siteKey, { host })
    const challenge = Buffer.from(
      /challenge="([^"]+)"/u.exec(String(asked.headers['www-authenticate']))?.[1] ?? '',
      'base64url',
    )
    expect([host, challenge.toString('latin1').endsWith('localhost')]).toEqual([host, true])
  }
  const unnamed = await cluster.startService({ beside: it })
  const url = `/captcha/v1/verifications/${verificationId}/private-token`
  const odd = await unnamed.app.inject({
    method: 'POST',
    url,
    headers: { ...chromium, host: 'a,b' },
    payload: JSON.stringify({ siteKey: site.siteKey }),
  })
  expect(codeOf(odd)).toBe('not-found')
})

test('a token by another key, for a stranger site, or too late is refused', async () => {
  const site = await siteWith(trusting)
  const { verificationId } = await startedOn(site)
  const asked = await ask(verificationId, site.siteKey)
  expect(
    codeOf(
      await ask(verificationId, site.siteKey, tokenFor(asked.headers['www-authenticate'], makeIssuer().privateKey)),
    ),
  ).toBe('private-token-invalid')
  expect(codeOf(await ask(verificationId, site.siteKey, { authorization: 'PrivateToken token="AAAA"' }))).toBe(
    'private-token-invalid',
  )
  expect(codeOf(await ask(verificationId, `bsk_${'x'.repeat(22)}`))).toBe('site-key-unknown')
  expect(codeOf(await ask(verificationId, site.siteKey, { origin: 'https://evil.example' }))).toBe('origin-not-allowed')
  expect(codeOf(await ask(verificationId, (await siteWith({})).siteKey))).toBe('not-found')
  it.clock.now += 700_000
  const late = await ask(verificationId, site.siteKey)
  it.clock.now -= 700_000
  expect(codeOf(late)).toBe('not-found')
})
