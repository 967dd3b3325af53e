import { constants, generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { captchaRoutes, type SiteSettings } from '@bollard/contracts'
import { collectedFor } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { chromium, solve } from '../testing/browser.ts'
import { makeSite, startCluster, type TestSite } from '../testing/start-service.ts'
import { answer, codeOf, start, started, visit } from '../testing/walk-through.ts'
const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const plain: SiteSettings = { minimalData: false, signedBots: [], privateTokens: null }
async function put(site: TestSite, settings: Partial<SiteSettings>) {
  it.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  const r = await it.app.inject({
    method: 'PUT',
    url: `/captcha/v1/sites/${site.solutionId}/settings`,
    headers: { cookie: 'ada' },
    payload: { ...plain, ...settings },
  })
  if (r.statusCode !== 200) throw new Error(r.body)
}
async function siteWith(settings: Partial<SiteSettings>, domains = ['shop.example']): Promise<TestSite> {
  const site = await makeSite(it, domains)
  await put(site, settings)
  return site
}
const { publicKey: spki, privateKey: issuerKey } = generateKeyPairSync('rsa-pss', {
  modulusLength: 2048,
  hashAlgorithm: 'sha384',
  mgf1HashAlgorithm: 'sha384',
  saltLength: JSON.parse('48'),
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}) as any
const trusting = { privateTokens: { issuer: 'issuer.example', publicKey: spki.toString('base64url') } }
function ask(verificationId: string, siteKey: string, more: Record<string, string> = {}) {
  return it.app.inject({
    method: 'POST',
    url: `/captcha/v1/verifications/${verificationId}/private-token`,
    headers: { ...chromium, ...more },
    payload: JSON.stringify({ siteKey }),
  })
}
function tokenFor(w: unknown) {
  const challenge = Buffer.from(/challenge="([^"]+)"/u.exec(String(w))?.[1] ?? '', 'base64url')
  const input = Buffer.concat([Buffer.of(0, 2), randomBytes(32), hash('sha256', challenge, 'buffer'), hash('sha256', spki, 'buffer')])
  const token = Buffer.concat([input, sign('sha384', input, { key: issuerKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 })])
  return { authorization: `PrivateToken token="${token.toString('base64url')}"` }
}
test('A proof by own issuer of own site counts on a stranger site without issuer', async () => {
  const mine = await siteWith(trusting, ['evil.example'])
  const victim = await siteWith({})
  const { verificationId, challenge } = await started(it.app, { siteKey: victim.siteKey })
  const own = { origin: 'https://evil.example' }
  const asked = await ask(verificationId, mine.siteKey, own)
  const { proof } = (await ask(verificationId, mine.siteKey, { ...own, ...tokenFor(asked.headers['www-authenticate']) })).json()
  const collected = collectedFor(challenge.token, ['emulated-viewport', 'small-screen', 'debugger-protocol', 'untrusted-click'])
  const r = await answer(it.app, verificationId, {
    challenge: challenge.token,
    solution: await solve(challenge.token),
    workMs: 5,
    collected,
    privateToken: proof,
  })
  expect(r.json().status).toBe('challenge')
})
const bot = generateKeyPairSync('ed25519')
const welcome = { signedBots: [{ name: 'Price watch', agent: null, publicKey: JSON.stringify(bot.publicKey.export({ format: 'jwk' })) }] }
function signed({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }, authority: string, host: string) {
  const { x } = publicKey.export({ format: 'jwk' })
  const keyId = hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url')
  const created = Math.floor(it.clock.now / 1000) - 1
  const inner = `("@authority");created=${created};expires=${created + 300};keyid="${keyId}";alg="ed25519";nonce="${randomBytes(8).toString('base64')}";tag="web-bot-auth"`
  const signature = sign(null, Buffer.from(`"@authority": ${authority}\n"@signature-params": ${inner}`), privateKey).toString('base64')
  return { host, 'content-type': 'application/json', 'user-agent': 'PriceWatch/1.0', 'signature-input': `sig1=${inner}`, signature: `sig1=:${signature}:` }
}
test('B a signature made for another host, forwarded with that Host', async () => {
  const site = await siteWith(welcome)
  const r = await start(it.app, { siteKey: site.siteKey }, signed(bot, 'evil.example', 'evil.example'))
  expect(r.json().status).not.toBe('passed')
})
test('C odd host on private token route', async () => {
  const site = await siteWith(trusting)
  const { verificationId } = await started(it.app, { siteKey: site.siteKey })
  for (const host of ['a,b', 'ä.example', '', 'x y', '[::1]:80', 'a"b'])
    console.log('host', host, (await ask(verificationId, site.siteKey, { host })).statusCode)
})
test('D clock set back an hour between start and an answer in doubt', async () => {
  const site = await siteWith({})
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey })
  it.clock.now -= 3_600_000
  const collected = collectedFor(challenge.token)
  const r = await answer(it.app, verificationId, { challenge: challenge.token, solution: await solve(challenge.token), workMs: 5, collected })
  it.clock.now += 3_600_000
  console.log('D', r.statusCode, r.body)
  expect(r.statusCode).toBe(200)
})
test('E minimal data switched off between start and answer', async () => {
  const site = await siteWith({ minimalData: true })
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey })
  await put(site, { minimalData: false })
  it.clock.now += 6_000
  await started(it.app, { siteKey: site.siteKey })
  await new Promise((r) => setTimeout(r, 100))
  const r = await answer(it.app, verificationId, { challenge: challenge.token, solution: await solve(challenge.token), workMs: 5 })
  console.log('E', r.body)
  expect(r.json().status).not.toBe('refused')
})
test('D2 clock set back, step-up', async () => {
  const site = await siteWith({})
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey })
  it.clock.now -= 3_600_000
  const collected = collectedFor(challenge.token, ['emulated-viewport', 'small-screen', 'debugger-protocol', 'untrusted-click'])
  const r = await answer(it.app, verificationId, { challenge: challenge.token, solution: await solve(challenge.token), workMs: 5, collected })
  it.clock.now += 3_600_000
  console.log('D2', r.statusCode, r.body)
  expect(r.statusCode).toBe(200)
})
test('F invalid UTF-8 and lane parity', async () => {
  const { readCall } = await import('../../../../packages/http/src/read-call.ts')
  const body = Buffer.from('{"siteKey":"bsk_\xff"}', 'latin1')
  const raw = Buffer.concat([
    Buffer.from(`POST /captcha/v1/verifications HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n`),
    body,
  ])
  console.log('F lane', typeof readCall(raw, ''))
  const r = await it.app.inject({
    method: 'POST',
    url: '/captcha/v1/verifications',
    headers: { ...chromium, 'content-length': String(body.length) },
    payload: body,
  })
  console.log('F full', r.statusCode, r.body)
})
