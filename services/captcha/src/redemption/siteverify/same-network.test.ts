import { randomUUID } from 'node:crypto'
import { compatPaths, type SiteSettings } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { chromium } from '../../testing/browser.ts'
import { askForm, codeOfForm } from '../../testing/compat/ask.ts'
import { setSettings } from '../../testing/set-settings.ts'
import { makeSite, startCluster, type TestSite } from '../../testing/start-service.ts'
import { siteverify, visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService({ trustedProxies: ['127.0.0.1'] })

async function siteWith(settings: Partial<SiteSettings> = {}): Promise<TestSite> {
  const site = await makeSite(it)
  await setSettings(it, site, settings)
  it.roles.set(`vera ${site.solutionId}`, 'VIEWER')
  return site
}
const plain = await siteWith()
const strict = await siteWith({ refuseOtherNetworks: true })

/** The token of a visitor with an address. */
async function tokenOf(site: TestSite, address: string): Promise<{ token: string; verificationId: string }> {
  const headers = { ...chromium, 'x-forwarded-for': address }
  const { answered, verificationId } = await visit(it.app, site.siteKey, { headers })
  if (answered?.status !== 'passed') throw new Error(answered?.status)
  return { token: answered.token, verificationId }
}
async function ask(site: TestSite, address: string, remoteip?: string) {
  const { token, verificationId } = await tokenOf(site, address)
  const given = remoteip === undefined ? {} : { remoteip }
  const answer = await siteverify(it.app, { secret: site.secretKey, response: token, ...given })
  return { ...answer, token, verificationId }
}
const shown = async (site: TestSite, verificationId: string) =>
  (
    await it.app.inject({
      url: `/captcha/v1/sites/${site.solutionId}/verifications/${verificationId}`,
      headers: { cookie: 'vera' },
    })
  ).json<{ sameNetwork: boolean | null; firstFetchedAt: string | null }>()

const four = '203.0.113.7'
const six = '2001:db8:1:2::3'
test.for<[string, string | undefined, boolean | null]>([
  [four, four, true],
  [four, '203.0.113.200', true],
  [four, '::ffff:203.0.113.7', true],
  [four, ' 203.0.113.7 ', true],
  [four, '203.0.112.7', false],
  [four, '8.8.8.8', false],
  [four, six, null],
  [four, undefined, null],
  [four, '', null],
  [four, 'null', null],
  [four, '203.0.113', null],
  [four, '203.0.113.7, 10.0.0.1', null],
  // Addresses that are not routed tell of a proxy, not of the visitor.
  [four, '127.0.0.1', null],
  [four, '10.1.2.3', null],
  [four, '100.64.0.1', null],
  ['10.1.2.3', four, null],
  ['10.1.2.3', '10.1.2.9', true],
  ['10.1.2.3', '10.1.3.9', false],
  [six, six, true],
  [six, '2001:db8:1:ffff::1', true],
  [six, '2001:db8:2:2::3', false],
  [six, four, null],
  [six, '::1', null],
  [six, 'fe80::1%eth0', null],
])('a token of %s that came from %s: %s', async ([address, remoteip, expected]) => {
  const answer = await ask(plain, address, remoteip)
  expect([answer.success, answer.same_network]).toEqual([true, expected])
  expect(await shown(plain, answer.verificationId)).toMatchObject({ sameNetwork: expected })
})

test('of the address that was given nothing is stored', async () => {
  await ask(plain, '198.51.100.7', '192.0.2.77')
  const rows = await it.db.query<{ row: object }>('test-all', 'select to_jsonb(r) as row from captcha.redemptions r')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('192.0.2')
})

test('where the owner wants it, a token from elsewhere is refused with its code, and used up', async () => {
  const refused = await ask(strict, four, '8.8.8.8')
  expect(refused).toMatchObject({ success: false, 'error-codes': ['invalid-input-response', 'other-network'] })
  expect(refused.score).toBeUndefined()
  // Whoever holds the token does not try one address after the other.
  expect(await siteverify(it.app, { secret: strict.secretKey, response: refused.token, remoteip: four })).toMatchObject(
    {
      success: false,
      'error-codes': ['timeout-or-duplicate', 'token-already-used'],
    },
  )
  expect(await shown(strict, refused.verificationId)).toMatchObject({ sameNetwork: false })
  for (const remoteip of [four, six, undefined, 'nonsense'])
    expect((await ask(strict, four, remoteip)).success).toBe(true)
})

test('the same attempt is refused the same again', async () => {
  const { token: response } = await tokenOf(strict, four)
  const question = { secret: strict.secretKey, response, remoteip: '8.8.8.8', idempotency_key: randomUUID() }
  const codes = ['invalid-input-response', 'other-network']
  for (let time = 0; time < 2; time++)
    expect(await siteverify(it.app, question)).toMatchObject({ success: false, 'error-codes': codes })
})

test.for([compatPaths.recaptcha, compatPaths.hcaptcha, compatPaths.turnstile])(
  '%s compares addresses too, and says so in its own code',
  async (path) => {
    const fields = async (site: TestSite, remoteip: string) => ({
      secret: site.secretKey,
      response: (await tokenOf(site, four)).token,
      remoteip,
    })
    expect(await codeOfForm(it.app, path, await fields(strict, '8.8.8.8'))).toBe('invalid-input-response')
    expect((await askForm(it.app, path, await fields(strict, '203.0.113.8'))).body).toMatchObject({ success: true })
    expect((await askForm(it.app, path, await fields(plain, '8.8.8.8'))).body).toMatchObject({ success: true })
  },
)
