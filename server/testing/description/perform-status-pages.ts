import { statusPage, statusReport } from '../api/examples.ts'
import { inMailTo, type Stage } from './stage.ts'

/** Status pages, from the first to what its visitors and its subscribers call. */
export async function performStatusPages(stage: Stage): Promise<void> {
  const { people, its } = stage
  const { client } = people.ada
  const { monitoredId: solutionId, serviceId, statusPageId, statusReportId } = its
  const groups = [{ name: 'Shop', components: [{ serviceId, name: 'Checkout', description: 'Pay for an order.' }] }]
  const page = { ...statusPage, slug: 'shop', host: 'status.shop.example', groups, responseTimes: true }
  const { version } = await client.getStatusPage({ solutionId, statusPageId })
  const password = 'a password of the team'
  const statusPageDto = { ...page, password, version }
  const shown = await client.updateStatusPage({ solutionId, statusPageId, statusPageDto })
  const componentId = shown.groups[0]?.components[0]?.id ?? ''
  const impacts = [{ componentId, impact: 'DOWN' as const }]
  const statusReportNewDto = { ...statusReport, statusPageId, impacts }
  const { id } = await client.createStatusReport({ solutionId, statusReportNewDto })
  const known = await client.getStatusReport({ solutionId, statusReportId })
  const statusReportDto = { title: 'Some payments fail', startedAt: known.startedAt, version: known.version }
  await client.updateStatusReport({ solutionId, statusReportId, statusReportDto })
  await performUpdates(stage)
  const reportTemplatesDto = { items: [{ ...statusReport, name: 'Outage' }], version: 0 }
  await client.putReportTemplates({ solutionId, reportTemplatesDto })
  await client.proveStatusHost({ solutionId, statusPageId })
  // No DNS of the world has the record, so that it is found here as if one had.
  const served = `update monitoring.status_pages set host_served = true, host_found = 'RECORD', host_proven_at = host_since
    where id = $1`
  await stage.api.db.pool.query(served, [statusPageId])
  const { slug } = await client.findStatusPage({ host: 'status.shop.example' })
  const { pass } = await client.openStatusPage({ slug, statusPasswordDto: { password } })
  await client.readStatusPage({ slug, pass })
  await client.readStatusHistory({ slug, pass, month: '2026-03' })
  await client.readStatusReport({ slug, pass, reportId: id })
  const destination = 'reader@example.org'
  const statusSubscriptionNewDto = { destination, componentIds: [componentId], language: 'en' as const, pass }
  await client.subscribeToStatusPage({ slug, statusSubscriptionNewDto })
  const token = await inMailTo(stage, destination, /subscription\/([\w-]{43})/u)
  await client.confirmStatusSubscription({ token })
  await client.readStatusSubscription({ token })
  await client.changeStatusSubscription({ token, statusSubscriptionDto: { componentIds: [], language: 'en' } })
  await client.endStatusSubscription({ token })
}

/** An update is corrected, and another one deleted. */
async function performUpdates({ people, its }: Stage): Promise<void> {
  const { client } = people.ada
  const { monitoredId: solutionId, statusReportId, reportUpdateId } = its
  const { version } = await client.getStatusReport({ solutionId, statusReportId })
  const reportCorrectionDto = { text: 'We know why, and repair it.', tellSubscribers: true, version }
  await client.correctReportUpdate({ solutionId, statusReportId, reportUpdateId, reportCorrectionDto })
  const reportUpdateNewDto = { stage: 'MONITORING' as const, text: 'Too early.' }
  const { updates } = await client.addReportUpdate({ solutionId, statusReportId, reportUpdateNewDto })
  await client.deleteReportUpdate({ solutionId, statusReportId, reportUpdateId: updates.at(-1)?.id ?? '' })
}
