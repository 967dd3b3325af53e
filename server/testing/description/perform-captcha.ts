import { setTimeout as pause } from 'node:timers/promises'
import { constants, generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'
import { compatOperations, siteSettingsSchema } from '@bollard/contracts'
import { chromiumHeaders } from '@bollard/testing'
import { domainOf } from '../api/belongings.ts'
import { visit } from '../visit.ts'
import { inMailTo, linkToken, type Stage } from './stage.ts'

/** Calls of widgets and servers, and those of owners that take more than a body. */
export async function performCaptcha(stage: Stage): Promise<void> {
  await verifyVisitors(stage)
  await verifyInOtherProtocols(stage)
  await keepSettings(stage)
  await tellOfAlerts(stage)
  await usePrivateTokens(stage)
  await watchLive(stage)
}

/** One visit after the other, each with a token that nobody has asked for yet. */
async function visitors({ api, people: { ada }, its: { solutionId }, solver }: Stage) {
  const { client } = ada
  const { siteKey } = await client.getSite({ solutionId })
  const { secretKey } = await client.createApiKey({ solutionId, apiKeyNewDto: { name: 'Shop', scopes: ['verify'] } })
  let count = 0
  const origin = `https://${domainOf(ada)}`
  return {
    siteKey,
    secretKey,
    origin,
    async pass(unredeemed: boolean): Promise<{ verificationId: string; token: string }> {
      count += 1
      const seen = await visit({
        apiUrl: api.url,
        origin,
        siteKey,
        // The question of a key that nobody has leaves the token as it is.
        secretKey: unredeemed ? 'nobody' : secretKey,
        solver,
        address: `198.51.100.${100 + count}`,
        mayAnswer: async () => {},
        fetch: api.hearing.fetch,
      })
      if (seen?.token == null) throw new Error('The visitor did not pass')
      return { verificationId: seen.verificationId, token: seen.token }
    },
  }
}

async function verifyVisitors(stage: Stage): Promise<void> {
  const { api } = stage
  const { siteKey, secretKey, pass } = await visitors(stage)
  await call(api.hearing.fetch, `${api.url}/captcha/v1/widget-settings/${siteKey}`)
  await pass(false)
  const { verificationId } = await pass(true)
  const verification = `${api.url}/captcha/v1/verifications/${verificationId}`
  const headers = { authorization: `Bearer ${secretKey}` }
  await call(api.hearing.fetch, `${verification}/result`, { headers })
  await call(api.hearing.fetch, `${verification}/feedback`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'BOT', comment: 'chargeback' }),
  })
}

async function verifyInOtherProtocols(stage: Stage): Promise<void> {
  const { api } = stage
  const { siteKey, secretKey, pass } = await visitors(stage)
  for (const { method, path, key, body, query } of compatOperations) {
    const { verificationId, token } = await pass(true)
    const fields = { secret: secretKey, response: token }
    const headers: Record<string, string> = {
      ...(key === 'x-api-key' ? { 'x-api-key': secretKey } : {}),
      ...(key === 'bearer' ? { authorization: `Bearer ${secretKey}` } : {}),
      ...(key === 'tc-authorization' ? { 'tc-authorization': secretKey } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const sent = key === 'x-api-key' ? { response: token, sitekey: siteKey } : fields
    const search = query && key === 'field' ? `?${new URLSearchParams(fields)}` : ''
    await call(api.hearing.fetch, api.url + path.replace('{verificationId}', verificationId) + search, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(sent) } : {}),
    })
  }
}

async function keepSettings({ people: { ada }, its: { solutionId } }: Stage): Promise<void> {
  const { client } = ada
  const settings = await client.getSiteSettings({ solutionId })
  await client.putSiteSettings({
    solutionId,
    siteSettingsDto: { ...siteSettingsSchema.parse({ threshold: 0.6 }), version: settings.version },
  })
  const rules = await client.listRules({ solutionId })
  await client.orderRules({ solutionId, ruleOrderDto: { ruleIds: rules.items.map(({ id }) => id).toReversed() } })
  const forms = await client.getRuleForms({ solutionId })
  await client.putRuleForms({
    solutionId,
    ruleFormsDto: {
      geoblocking: { mode: 'BLOCK_LISTED', countries: ['KP'] },
      allowedNetworks: ['192.0.2.0/24'],
      blockedNetworks: [],
      version: forms.version,
    },
  })
  const { id: ruleId } = rules.items[0] ?? { id: '' }
  const { version } = await client.getRule({ solutionId, ruleId })
  await client.updateRule({
    solutionId,
    ruleId,
    ruleDto: {
      name: 'No visitors from here',
      priority: 1,
      conditions: [{ field: 'country', values: ['FR', 'BE'] }],
      action: { type: 'BLOCK' },
      version,
    },
  })
  const { id: environmentId } = await client.createEnvironment({
    solutionId,
    environmentNewDto: { name: 'Preview', domains: ['preview.shop.example'] },
  })
  await client.updateEnvironment({
    solutionId,
    environmentId,
    environmentDto: { name: 'Preview', domains: ['preview.shop.example'], active: false, version: 1 },
  })
  const { id: exportId } = await client.createExport({ solutionId, exportNewDto: { format: 'CSV' } })
  while ((await client.getExport({ solutionId, exportId })).status !== 'DONE') await pause(20)
  await client.downloadExport({ solutionId, exportId })
  const { webhook } = await client.createWebhook({
    solutionId,
    webhookNewDto: { url: 'https://shop.example/hooks', events: ['alert.raised'] },
  })
  const ofWebhook = { solutionId, webhookId: webhook.id }
  await client.rotateWebhookSecret(ofWebhook)
  await client.testWebhook(ofWebhook)
  await client.listWebhookDeliveries(ofWebhook)
}

async function tellOfAlerts(stage: Stage): Promise<void> {
  const { client } = stage.people.ada
  const { solutionId } = stage.its
  const { version } = await client.getAlertSettings({ solutionId })
  await client.putAlertSettings({
    solutionId,
    alertSettingsDto: {
      recipients: [{ email: 'alerts@shop.example', language: 'en' }],
      usage: { enabled: true, monthly: 1 },
      version,
    },
  })
  const token = await inMailTo(stage, 'alerts@shop.example', linkToken)
  await client.confirmAlertAddress({ alertAddressConfirmationDto: { token } })
}

/** Waits for an alert; by then everybody's proof is over. */
export async function performAlert(stage: Stage): Promise<void> {
  const { client } = stage.people.ada
  const { solutionId } = stage.its
  // More visitors than one have come. Whether to raise an alert is decided once a minute, by usage every quarter of an hour.
  const quarterMs = 15 * 60_000
  stage.api.goTo(new Date((Math.floor(stage.api.now().getTime() / quarterMs) + 1) * quarterMs))
  const unsubscribed = await inMailTo(stage, 'alerts@shop.example', /unsubscriptions\?token=([\w.~%-]+)/u)
  await client.listAlertEvents({ solutionId })
  await client.unsubscribeAlertAddress({ token: unsubscribed })
}

/** A browser with an issuer of private tokens, and a site that trusts it. */
async function usePrivateTokens(stage: Stage): Promise<void> {
  const { api, people } = stage
  const { client } = people.ada
  const solutionId = await stage.make.solutionId()
  const { siteKey } = await client.getSite({ solutionId })
  const { publicKey, privateKey } = generateKeyPairSync('rsa-pss', {
    modulusLength: 2048,
    hashAlgorithm: 'sha384',
    mgf1HashAlgorithm: 'sha384',
    // The types ask for a text, OpenSSL for a number.
    saltLength: JSON.parse('48'),
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  await client.putSiteSettings({
    solutionId,
    siteSettingsDto: {
      ...siteSettingsSchema.parse({
        privateTokens: { issuer: 'issuer.example', publicKey: publicKey.toString('base64url') },
      }),
      version: 1,
    },
  })
  const headers = {
    ...chromiumHeaders,
    origin: `https://${domainOf(people.ada)}`,
    'x-forwarded-for': '198.51.100.90',
    'content-type': 'application/json',
  }
  const asked = { method: 'POST', headers, body: JSON.stringify({ siteKey }) }
  const started = await call(api.hearing.fetch, `${api.url}/captcha/v1/verifications`, asked)
  const { verificationId } = (await started.json()) as { verificationId: string }
  const address = `${api.url}/captcha/v1/verifications/${verificationId}/private-token`
  const refused = await api.hearing.fetch(address, asked)
  const challenge = /challenge="([^"]+)"/u.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? ''
  const input = Buffer.concat([
    Buffer.of(0, 2),
    randomBytes(32),
    hash('sha256', Buffer.from(challenge, 'base64url'), 'buffer'),
    hash('sha256', publicKey, 'buffer'),
  ])
  const signature = sign('sha384', input, {
    key: privateKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: 48,
  })
  const token = Buffer.concat([input, signature]).toString('base64url')
  await call(api.hearing.fetch, address, {
    ...asked,
    headers: { ...headers, authorization: `PrivateToken token="${token}"` },
  })
}

/** The first event of a stream that doesn't end. */
async function watchLive(stage: Stage): Promise<void> {
  const { api, people, its, further } = stage
  const { ada } = people
  const { solutionId } = its
  const { pass } = await visitors(stage)
  const path = `/captcha/v1/sites/${solutionId}/live`
  const leave = new AbortController()
  const response = await fetch(api.url + path, { headers: { cookie: ada.cookie() }, signal: leave.signal })
  const { status, headers } = response
  const passed = pass(false)
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (/^data: .*\n\n/mu.test(text)) break
  }
  await passed
  leave.abort()
  further.push({ method: 'GET', path, search: '', body: null, status, headers, text })
}

/** Fails for whatever is not answered with success. */
async function call(ask: typeof fetch, address: string, init?: RequestInit): Promise<Response> {
  const response = await ask(address, init)
  if (!response.ok) throw new Error(`${new URL(address).pathname} ${response.status}: ${await response.text()}`)
  return response
}
