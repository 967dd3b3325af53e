import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiClient } from '@bollard/api-client'
import { createSolver } from '@bollard/proof-of-work'
import { visit } from '../visit.ts'
import { type Belongings, type Kind, kinds } from './kinds.ts'
import { makers } from './make.ts'
import type { People, Person } from './people.ts'
import type { RunningApi } from './start-api.ts'

/** Makes a whole tenant through the API. What takes a card, an authenticator or the end of a month is written into the tables. */
export async function makeBelongings(
  api: RunningApi,
  owner: Person,
  colleagues: readonly Person[],
): Promise<Belongings> {
  const { client } = owner
  const make = makers(api, owner)
  const solutionId = await make.solutionId()
  const organizationId = await make.organizationId()
  await join(owner, colleagues, solutionId, organizationId)
  const at = { solutionId, organizationId }
  const site = await client.getSite({ solutionId })
  const erasing = erase(client, solutionId)
  const { secretKey } = await client.createApiKey({
    solutionId,
    apiKeyNewDto: { name: 'Form', scopes: ['verify'], environmentId: null, networks: [], expiresAt: null },
  })
  const seen = await visit({
    apiUrl: api.url,
    origin: `https://${domainOf(owner)}`,
    siteKey: site.siteKey,
    secretKey,
    solver: await createSolver({ wasm: true }),
    address: '198.51.100.77',
    mayAnswer: async () => {},
  })
  if (seen === null) throw new Error('No verification came to its end')
  const inviteToken = await client.createOrganizationInviteToken({
    organizationId,
    organizationInviteTokenCreationDto: { label: 'Newsletter', purpose: 'JOIN', role: 'VIEWER' },
  })
  const evidence = await client.requestOrganizationVerification({
    organizationId,
    organizationVerificationRequestDto: { kind: 'MANUAL', note: `Shop of ${owner.givenName}` },
  })
  const [environment] = (await client.listEnvironments({ solutionId })).items
  const webhookId = await make.webhookId(at)
  const personId = await make.personId(at)
  const monitored = { ...at, monitoredId: await make.monitoredId(at) }
  const statusReportId = await make.statusReportId(monitored)
  // The protection of the same site, as a solution of its own type has it.
  await api.services.protection.provisionSpace({ solutionId, timeZone: 'Etc/UTC' })
  const limiterId = await make.limiterId(at)
  const formId = await make.formId(at)
  const made = {
    ...at,
    userId: owner.id,
    memberId: colleagues[0]?.id ?? owner.id,
    invitationId: await make.invitationId(at),
    inviteTokenId: inviteToken.id,
    inviteToken: inviteToken.token,
    invoiceAddressId: await make.invoiceAddressId(at),
    paymentMethodId: await make.paymentMethodId(at),
    setupId: await make.setupId(at),
    // The other tenant stays in its trial, so that its plan is in its first version.
    invoiceId: colleagues.length > 0 ? await make.invoiceId(at) : randomUUIDv7(),
    environmentId: environment?.id ?? '',
    apiKeyId: await make.apiKeyId(at),
    bypassKeyId: await make.bypassKeyId(at),
    ruleId: await make.ruleId(at),
    savedFilterId: await make.savedFilterId(at),
    webhookId,
    deliveryId: (await client.testWebhook({ solutionId, webhookId })).id,
    // Exports that were made before it ends are taken along.
    erasureId: await erasing,
    exportId: await make.exportId(at),
    accountExportId: (await client.createAccountExport()).id,
    verificationId: seen.verificationId,
    evidenceId: evidence.id,
    sessionId: await make.sessionId(at),
    passkeyId: await make.passkeyId(at),
    monitoredId: monitored.monitoredId,
    serviceId: await make.serviceId(monitored),
    heartbeatId: await make.heartbeatId(monitored),
    incidentId: await make.incidentId(monitored),
    maintenanceId: await make.maintenanceId(monitored),
    monitoringKeyId: await make.monitoringKeyId(monitored),
    probeId: await make.probeId(monitored),
    channelId: await make.channelId(monitored),
    scheduleId: await make.scheduleId(monitored),
    alertRuleId: await make.alertRuleId(monitored),
    alertId: await make.alertId(monitored),
    statusPageId: await make.statusPageId(monitored),
    statusReportId,
    reportUpdateId: await make.reportUpdateId({ ...monitored, statusReportId }),
    subscriberId: await make.subscriberId(monitored),
    limiterId,
    overrideId: await make.overrideId({ ...at, limiterId }),
    allowedVisitorId: await make.allowedVisitorId(at),
    formId,
    reviewId: await make.reviewId({ ...at, formId }),
    decisionId: await make.decisionId(at),
    blockedReportId: await make.blockedReportId(at),
    reportScheduleId: await make.reportScheduleId(at),
    reportLinkId: await make.reportLinkId(at),
    enquiryId: await make.enquiryId(at),
    replayId: await make.replayId(at),
    flagId: await make.flagId(at),
    bounceId: await make.bounceId(at),
    bookingId: await make.bookingId(at),
    personId,
    personSessionId: await make.personSessionId({ ...at, personId }),
    personExportId: await make.personExportId({ ...at, personId }),
    requestId: await make.requestId(at),
    ...(await make.conversion()),
    ...(await make.payout(at)),
  }
  return made
}

/** Ids that nothing has. */
export function strangeBelongings(): Belongings {
  const ids = kinds.map((kind) => [kind, randomUUIDv7()])
  return Object.fromEntries(ids) as Record<Kind, string>
}

/** Erases nobody, and waits for its end. */
async function erase(client: ApiClient, solutionId: string): Promise<string> {
  const { id: erasureId } = await client.createErasure({ solutionId, erasureNewDto: { network: '192.0.2.0/24' } })
  while ((await client.getErasure({ solutionId, erasureId })).status === 'RUNNING') await pause(50)
  return erasureId
}

export const domainOf = (owner: Person): string => owner.email.split('@')[1] ?? ''

/** The first two colleagues become Member and Viewer of the solution and of the organization. */
async function join(
  owner: Person,
  colleagues: readonly Person[],
  solutionId: string,
  organizationId: string,
): Promise<void> {
  for (const [index, person] of colleagues.entries()) {
    const invited = { email: person.email, role: index === 0 ? 'MEMBER' : 'VIEWER' } as const
    await owner.client.createSolutionInvitation({ solutionId, solutionInvitationCreationDto: invited })
    await owner.client.createOrganizationInvitation({ organizationId, organizationInvitationCreationDto: invited })
    const { items } = await person.client.listMyInvitations()
    for (const { id } of items) await person.client.acceptInvitation({ invitationAcceptanceDto: { invitationId: id } })
  }
}

/** Both tenants: that of Ada with Mia and Vic in it, and that of Eve, who is alone. */
export async function makeTenants(api: RunningApi, people: People): Promise<{ ofAda: Belongings; ofEve: Belongings }> {
  const [ofAda, ofEve] = await Promise.all([
    makeBelongings(api, people.ada, [people.mia, people.vic]),
    makeBelongings(api, people.eve, []),
  ])
  return { ofAda, ofEve }
}
