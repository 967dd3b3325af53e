import { listAudit } from '@bollard/audit'
import type { ConversionExport } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import type { AdvertisingProvider } from '../identity-context.ts'
import { useTestServices } from '../testing/start-test-service.ts'
import { codeOf, fakeNetwork, gclid, stateOf, withConversion as withConversionIn } from '../testing/with-conversion.ts'

const start = useTestServices(startTestDatabase)
const withConversion = (advertising?: AdvertisingProvider) => withConversionIn(start, advertising)

test('the file for an import by hand has the layout of Google Ads', async () => {
  const it = await withConversion()
  const made = await it.asOperator('POST', '/conversion-exports')
  const answer = await it.asOperator('GET', `/conversion-exports/${made.json<ConversionExport>().id}/conversions.csv`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const lines = answer.body.split('\r\n')
  expect(lines.slice(0, 2)).toEqual([
    'Parameters:TimeZone=+0000',
    'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Order ID,Ad User Data,Ad Personalization',
  ])
  const line = lines.find((one) => one.includes('TRIAL_TO_PAID'))
  expect(line).toMatch(
    new RegExp(
      `^${gclid},TRIAL_TO_PAID,\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\+0000,39\\.00,EUR,${it.conversionId},Granted,Denied$`,
      'u',
    ),
  )
})

test('what is exported is in no other file until it is given back, and marked as sent as a whole or one by one', async () => {
  const network = fakeNetwork()
  const it = await withConversion(network)
  const { tokenId, conversionId, asOperator } = it
  const file = async (id: string) => (await asOperator('GET', `/conversion-exports/${id}/conversions.csv`)).body
  const settle = (id: string, status: string, conversionIds?: string[]) =>
    asOperator('PUT', `/conversion-exports/${id}/state`, { status, ...(conversionIds ? { conversionIds } : {}) })
  const signUp = (await it.read()).conversions.find(({ kind }) => kind === 'SIGNUP')?.conversionId ?? ''

  // Two at once take nothing twice; the other one finds nothing.
  const answers = await Promise.all([1, 2].map(() => asOperator('POST', '/conversion-exports')))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  const first = answers.find(({ statusCode }) => statusCode === 201)?.json<ConversionExport>()
  const id = first?.id ?? ''
  expect(first).toMatchObject({ open: 2, sent: 0 })
  const content = await file(id)
  expect([content.includes(conversionId), content.includes(signUp)]).toEqual([true, true])
  expect(await file(id)).toBe(content)
  expect((await it.read()).conversions.map(({ state }) => state)).toEqual(['ELIGIBLE', 'ELIGIBLE'])
  // What may have been uploaded is not sent besides.
  expect(codeOf(await it.send())).toBe('conversion-state')
  expect(network.seen).toEqual([])

  // What comes afterwards is in the next one.
  const occurredAt = new Date(Date.now() + it.clock.offset)
  await it.service.recordConversion({
    userId: it.userId,
    kind: 'INVOICE_PAID',
    reference: 'invoice-2',
    occurredAt,
    value: { amountMinor: 100, currency: 'EUR' },
  })
  const next = (await asOperator('POST', '/conversion-exports')).json<ConversionExport>()
  expect(next).toMatchObject({ open: 1, sent: 0 })
  expect(await file(next.id)).not.toContain(conversionId)

  expect((await settle(id, 'SENT', [conversionId])).json()).toMatchObject({ open: 1, sent: 1 })
  expect((await settle(id, 'SENT', [conversionId])).json()).toMatchObject({ open: 1, sent: 1 })
  expect(stateOf(await it.read(), conversionId)).toMatchObject({
    state: 'SENT',
    attempts: 1,
    sentAt: expect.any(String),
  })
  expect(codeOf(await settle(id, 'DISCARDED', [conversionId]))).toBe('conversion-state')
  expect((await settle(next.id, 'SENT', [signUp])).json()).toMatchObject({
    code: 'validation-failed',
    errors: [{ pointer: '/conversionIds/0' }],
  })
  expect(codeOf(await settle(tokenId, 'SENT'))).toBe('not-found')
  expect(codeOf(await asOperator('GET', `/conversion-exports/${tokenId}/conversions.csv`))).toBe('not-found')
  // The rest of the first was not uploaded after all: it comes again.
  expect((await settle(id, 'DISCARDED')).json()).toMatchObject({ open: 0, sent: 1 })
  const again = (await asOperator('POST', '/conversion-exports')).json<ConversionExport>()
  expect([await file(again.id).then((text) => text.includes(signUp)), again.open]).toEqual([true, 1])
  expect((await settle(again.id, 'SENT')).json()).toMatchObject({ open: 0, sent: 1 })
  expect(codeOf(await asOperator('POST', '/conversion-exports'))).toBe('state-conflict')

  const list = (await asOperator('GET', '/conversion-exports?limit=2')).json<{
    items: ConversionExport[]
    nextCursor: string | null
  }>()
  expect([list.items.map((one) => one.id), list.nextCursor]).toEqual([[again.id, next.id], next.id])
  const rest = (await asOperator('GET', `/conversion-exports?limit=2&cursor=${list.nextCursor}`)).json<{
    items: ConversionExport[]
  }>()
  expect(rest.items.map((one) => one.id)).toEqual([id])
  const { items } = await listAudit(it.db, 'SYSTEM', 'advertising', { limit: 20 })
  expect(items.map(({ action }) => action).toReversed()).toEqual([
    'conversions.exported',
    'conversions.exported',
    'conversions.sent-by-hand',
    'conversions.export-discarded',
    'conversions.exported',
    'conversions.sent-by-hand',
  ])
})

test('what can happen to a click once counts once, whoever did it; invoices count each', async () => {
  const it = await withConversion()
  const occurredAt = new Date(Date.now() + it.clock.offset)
  const record = (kind: 'TRIAL_TO_PAID' | 'INVOICE_PAID', reference: string) =>
    it.service.recordConversion({ userId: it.userId, kind, reference, occurredAt })
  await Promise.all([
    record('TRIAL_TO_PAID', 'other-1'),
    record('TRIAL_TO_PAID', 'other-2'),
    record('INVOICE_PAID', 'a'),
    record('INVOICE_PAID', 'b'),
  ])
  const states = (await it.read()).conversions.map(({ kind, state, reason }) => `${kind} ${state} ${reason}`).toSorted()
  expect(states).toEqual([
    'INVOICE_PAID ELIGIBLE null',
    'INVOICE_PAID ELIGIBLE null',
    'SIGNUP ELIGIBLE null',
    'TRIAL_TO_PAID ELIGIBLE null',
    'TRIAL_TO_PAID INELIGIBLE DUPLICATE',
    'TRIAL_TO_PAID INELIGIBLE DUPLICATE',
  ])
})

test('a sign-up is recorded with it and judged afterwards, and nothing that was not judged is sent', async () => {
  const it = await withConversion(fakeNetwork())
  await it.db.query(
    'test-unjudged',
    `update identity.conversions set state = 'RECORDED', reason = null where id = $1`,
    [it.conversionId],
  )
  expect(codeOf(await it.send())).toBe('conversion-state')
  await it.service.sendDueConversions()
  expect(stateOf(await it.read(), it.conversionId)?.state).toBe('ELIGIBLE')
})
