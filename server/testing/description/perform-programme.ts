import { dimensions } from '../../../services/captcha/src/records/statistics/dimensions.ts'
import { inMailTo } from './stage.ts'
import { type Programme, startProgramme } from '../start-programme.ts'

/** Calls of the partner programme, whose payouts take months. Answers with the programme, which has heard them. */
export async function performProgramme(): Promise<Programme> {
  const it = await startProgramme()
  const { people, second, organizationId, goTo, pay } = it
  const { ada, mia, operator } = people
  const { solutionId } = await it.bringSolution(ada)
  const payNewest = async () => {
    const { items } = await ada.client.listSolutionInvoices({ solutionId })
    await pay(items[0]?.id ?? '')
  }
  await payNewest()
  await ada.client.unsubscribe({ token: await inMailTo(it, ada.email, /unsubscriptions\?token=([\w.~%-]+)/u) })
  await goTo('2026-04-10T09:00:00Z')
  await payNewest()
  const [commission] = (await mia.client.listCommissions({ organizationId })).items
  await operator.client.setCommissionState({
    commissionId: commission?.id ?? '',
    commissionStateDto: { status: 'HELD', reason: 'Looks odd' },
  })
  const { id: payoutRunId } = await operator.client.createPayoutRun()
  await second.client.approvePayoutRun({ payoutRunId })
  const [payout] = (await mia.client.listPayouts({ organizationId })).items
  const payoutId = payout?.id ?? ''
  await mia.client.downloadPayoutDocument({ organizationId, payoutId, format: 'XML' })
  await operator.client.transferPayoutRun({ payoutRunId })
  await operator.client.downloadPayoutRunFile({ payoutRunId })
  await operator.client.setPayoutState({ payoutId, payoutStateDto: { status: 'SENT' } })
  await mia.client.getEarnings({ organizationId })
  await operator.client.listPayoutRuns({})
  await operator.client.listSystemAudit({ area: 'payouts' })
  await operator.client.listViewShares({ of: 'referrer' })
  await goTo('2026-05-01T03:05:00Z')
  await countOneMore(it, solutionId)
  await operator.client.previewAccountingCorrection({ solutionId, correctedMonthDto: { period: '2026-04' } })
  await operator.client.createAccountingCorrection({
    solutionId,
    accountingCorrectionDto: { period: '2026-04', reason: 'Counted twice' },
  })
  await performRefunds(it, solutionId)
  return it
}

/** Credit notes over what was paid: one operator asks, the second one asks for the same, confirms or refuses. */
async function performRefunds({ people, second }: Programme, solutionId: string): Promise<void> {
  const { ada, operator } = people
  const { items } = await ada.client.listSolutionInvoices({ solutionId })
  const invoiceId = items.findLast(({ kind }) => kind === 'INVOICE')?.id ?? ''
  const noteOf = (amountMinor: number) => ({
    invoiceId,
    creditNoteNewDto: { reason: 'Agreed', reissue: false, lines: [{ line: 1, amountMinor }] },
  })
  const ask = async (amountMinor: number) => {
    // Refused to one operator alone, and kept for the second one.
    await operator.client.createCreditNote(noteOf(amountMinor)).catch(() => null)
    const [asked] = (await operator.client.listRefundRequests({ state: 'OPEN' })).items
    return { refundRequestId: asked?.id ?? '' }
  }
  await ask(10)
  await second.client.createCreditNote(noteOf(10))
  await second.client.confirmRefundRequest(await ask(20))
  await second.client.refuseRefundRequest({ ...(await ask(30)), refundRefusalDto: { reason: 'Not owed' } })
}

/** Enters one more verification into a month that is closed: whoever recounts it then finds a difference. */
async function countOneMore({ api }: Programme, solutionId: string): Promise<void> {
  const totals = { hour: '2026-04-15T12:00:00Z', dimension: dimensions.total, value: '' }
  const db = await api.databaseOf(solutionId)
  await db.pool.query(
    `insert into captcha.rollup_hourly (site_id, environment_id, hour, dimension, value, n, passed, fetched) select id, 0, $2, $3, $4, 2, 2, 2 from captcha.sites where solution_id = $1`,
    [solutionId, totals.hour, totals.dimension, totals.value],
  )
}
