import type { Stage } from './stage.ts'

/** A visitor who was stopped says so, and a report is read by mail and by its link. */
export async function performSharedReports({ people, its, api }: Stage): Promise<void> {
  const { client, email } = people.ada
  const { solutionId, decisionId } = its
  const month = api.now().toISOString().slice(0, 7)
  await client.reportBlocked({
    blockedReportDto: { decisionId, message: 'I only wanted to buy a chair.', captchaToken: 'a token of the form' },
  })
  const reportScheduleNewDto = { emails: [email], language: 'en' as const, every: 'FIRST_OF_MONTH' as const }
  await client.createReportSchedule({ solutionId, reportScheduleNewDto })
  await client.getJointReport({ solutionId, month })
  const file = await client.getJointReportFile({ solutionId, month })
  await file.arrayBuffer()
  const { url } = await client.createReportLink({ solutionId, reportLinkNewDto: { month, days: 30 } })
  await client.getSharedReport({ token: url?.split('/').at(-1) ?? '' })
}
