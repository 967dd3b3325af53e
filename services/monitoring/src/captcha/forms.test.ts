import type { MonitoredService } from '@bollard/contracts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ours, pathOf, services, startService } from '../testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())

const shop = '019a9b1c-5d3e-7000-8000-0000000000c1'
const password = 'a password of the shop'
const typed = [
  { name: 'mail', value: 'monitor@shop.example' },
  { name: 'password', value: password },
  { name: 'company', value: '' },
]
const form = (more: object = {}) => ({
  kind: 'FORM',
  target: { url: 'https://shop.example/contact', siteKey: 'bsk_of_shop', fields: typed, ...more },
})
const emptied = typed.map(({ name }) => ({ name, value: null }))
const { call } = it
const create = async (more: object = {}) =>
  (await call('mia', 'POST', services, { name: 'Form', ...more })).json<MonitoredService>()
const put = async ({ id, version }: MonitoredService, check: object) =>
  (await call('mia', 'PUT', `${services}/${id}`, { name: 'Form', version, check })).json()
/** What the last check filled in. */
const filledIn = () => {
  const check = it.ran.at(-1)?.check
  return check?.kind === 'FORM' ? check.target.fields : null
}
const refusal = (pointer: string, code: string) => ({ code: 'validation-failed', errors: [{ pointer, code }] })

beforeEach(() => {
  it.captcha.sites.set('bsk_of_shop', shop)
  it.captcha.shared.add(`${ours} ${shop}`)
  it.clock.now = new Date(it.clock.now.getTime() + 61_000)
})

test('what a form is filled in with is sealed, filled in, kept where it is left out, and never shown', async () => {
  const made = await create({ check: form() })
  expect(made).toMatchObject({ hasSecret: true, check: { target: { fields: emptied } } })
  await it.service.engine.turn()
  expect(filledIn()).toEqual(typed)
  const anew = { name: 'mail', value: 'second@shop.example' }
  const changed = await put(made, form({ fields: [anew, ...emptied.slice(1)] }))
  expect(changed).toMatchObject({ version: 2, check: { target: { fields: emptied } } })
  await it.service.engine.turn()
  expect(filledIn()).toEqual([anew, ...typed.slice(1)])
  const check = form({ fields: emptied })
  await call('mia', 'POST', pathOf('tryMonitoredService'), { check, serviceId: made.id })
  expect(filledIn()).toEqual([anew, ...typed.slice(1)])
  const shown = await Promise.all([
    call('mia', 'GET', `${services}/${made.id}`),
    call('mia', 'GET', pathOf('getMonitoringConfiguration')),
    call('mia', 'GET', `${services}?search=password of the shop`),
  ])
  for (const answer of shown) expect(JSON.stringify(answer.json())).not.toContain(password)
  for (const table of ['monitoring.services', 'audit.entries', 'monitoring.results', 'monitoring.transitions'])
    expect(JSON.stringify((await it.db.pool.query(`select * from ${table}`)).rows), table).not.toContain(password)
})

test('values go to no other host, and a field that has none is named', async () => {
  const made = await create({ check: form() })
  const elsewhere = form({ url: 'https://evil.example/', fields: emptied })
  expect(await put(made, elsewhere)).toMatchObject({
    errors: [0, 1, 2].map((at) => ({ pointer: `/check/target/fields/${at}/value`, code: 'required' })),
  })
  await call('mia', 'POST', pathOf('tryMonitoredService'), { check: elsewhere, serviceId: made.id })
  expect(filledIn()).toEqual(typed.map(({ name }) => ({ name, value: '' })))
  const more = [...emptied, { name: 'phone', value: null }]
  expect(await put(made, form({ fields: more }))).toMatchObject(refusal('/check/target/fields/3/value', 'required'))
  expect(await create({ check: form({ fields: emptied.slice(0, 1) }) })).toMatchObject(
    refusal('/check/target/fields/0/value', 'required'),
  )
})

test('a file leaves values out, keeps those that are there, and says so', async () => {
  await it.db.pool.query('delete from monitoring.services')
  await create({ check: form() })
  const exported = (await call('mia', 'GET', pathOf('getMonitoringConfiguration'))).json<{ secretsLeftOut: string[] }>()
  expect(exported.secretsLeftOut).toEqual(['/services/0/check/target/fields'])
  const file = (configuration: object, dryRun: boolean) =>
    call('mia', 'PUT', pathOf('getMonitoringConfiguration'), { configuration: JSON.stringify(configuration), dryRun })
  expect((await file(exported, true)).json()).toMatchObject({ changed: [], unchanged: 1 })
})

test('values that an earlier version stored in the clear are not shown, are used, and are sealed by the next sweep', async () => {
  const made = await create({ check: form() })
  const clear = `update monitoring.services set config = jsonb_set(config, '{target,fields}', $2), secret = null, secret_key_id = null where id = $1`
  await it.db.pool.query(clear, [made.id, JSON.stringify(typed)])
  expect((await it.read(made.id)).check).toMatchObject({ target: { fields: emptied } })
  await it.service.sweep()
  const { rows } = await it.db.pool.query('select config from monitoring.services where id = $1', [made.id])
  expect(rows[0].config.target.fields).toEqual(emptied)
  it.clock.now = new Date(it.clock.now.getTime() + 61_000)
  await it.service.engine.turn()
  expect(filledIn()).toEqual(typed)
})

test('a browser is refused where the operator names none, and what has no meaning for a kind too', async () => {
  const browser = form({ way: 'BROWSER' })
  const missing = refusal('/check/target/way', 'browser-missing')
  expect(await create({ check: browser })).toMatchObject(missing)
  expect((await call('mia', 'POST', pathOf('tryMonitoredService'), { check: browser })).json()).toMatchObject(missing)
  const file = { version: 1, services: [{ key: 'a', name: 'a', check: browser }] }
  const configured = await call('mia', 'PUT', pathOf('getMonitoringConfiguration'), {
    configuration: JSON.stringify(file),
  })
  expect(configured.json()).toMatchObject(refusal('/services/0/check/target/way', 'browser-missing'))
  expect((await call('vic', 'GET', pathOf('listMonitoringPlaces'))).json()).toMatchObject({ hasBrowser: false })
  expect(await create({ check: form(), slowMs: 500 })).toMatchObject(refusal('/slowMs', 'not-for-kind'))
  const rate = { kind: 'PASS_RATE', target: { solutionId: shop } }
  expect(await create({ check: rate, slowMs: 500 })).toMatchObject(refusal('/slowMs', 'not-for-kind'))
  expect(await create({ check: rate, confirmations: 2 })).toMatchObject(refusal('/confirmations', 'not-for-kind'))
})
