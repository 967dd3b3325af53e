import type { ApiClient } from '@bollard/api-client'
import type { ProblemCode, Route } from '@bollard/contracts'
import type { Name } from './people.ts'
import type { World } from './world.ts'

/** One operation of §7 of the specification, as it is written there. */
export interface Operation {
  readonly method: Route['method']
  readonly path: string
  /** The method of the client. */
  readonly call: keyof ApiClient
  /** Path parameters and payload, all of which have to be there. */
  readonly required: readonly string[]
  /** Who may make the call below. */
  readonly as: Name
  /** Values with which it succeeds. */
  readonly input: (world: World) => object | Promise<object>
  /** The refusal that is right where the services run without the accounts of others. */
  readonly refused?: ProblemCode
}

const op = (
  method: Route['method'],
  path: string,
  call: keyof ApiClient,
  required: readonly string[],
  as: Name,
  input: Operation['input'] = () => ({}),
): Operation => ({ method, path, call, required, as, input })

const described = { kind: 'AGENCY', contactEmail: 'office@muster.example', countryCode: 'DE', language: 'en' }
const fresh = async ({ make }: World) => ({ solutionId: await make.solutionId() })

const organizations = [
  op('POST', '/solution/v1/organizations', 'createOrganization', ['organizationNewDto'], 'ada', () => ({
    organizationNewDto: {
      ...described,
      name: 'Muster Agentur',
      acceptedTerms: { documentId: 'partner-terms', version: '1', acceptedAt: new Date().toISOString() },
    },
  })),
  op('GET', '/solution/v1/organizations', 'listOrganizations', [], 'ada', ({ people }) => ({ userId: people.ada.id })),
  op('GET', '/solution/v1/organizations/latest', 'listLatestOrganizations', [], 'operator'),
  op('PUT', '/solution/v1/organizations/ids', 'listOrganizationsByIds', ['organizationIdsDto'], 'ada', ({ ofAda }) => ({
    organizationIdsDto: { ids: [ofAda.organizationId] },
  })),
  op(
    'GET',
    '/solution/v1/organizations/{organizationId}',
    'getOrganization',
    ['organizationId'],
    'ada',
    ({ ofAda }) => ({
      organizationId: ofAda.organizationId,
    }),
  ),
  op(
    'PUT',
    '/solution/v1/organizations/{organizationId}',
    'updateOrganization',
    ['organizationId', 'organizationUpdateDto'],
    'ada',
    async ({ people, ofAda }) => {
      const { name, version } = await people.ada.client.getOrganization({ organizationId: ofAda.organizationId })
      return {
        organizationId: ofAda.organizationId,
        organizationUpdateDto: { ...described, name, legalName: `${name} GmbH`, version },
      }
    },
  ),
  op(
    'DELETE',
    '/solution/v1/organizations/{organizationId}',
    'deleteOrganization',
    ['organizationId'],
    'ada',
    async ({ make }) => ({
      organizationId: await make.organizationId(),
    }),
  ),
  op(
    'PUT',
    '/solution/v1/organizations/{organizationId}/verification',
    'verifyOrganization',
    ['organizationId'],
    'operator',
    ({ ofAda }) => ({
      organizationId: ofAda.organizationId,
      organizationVerificationDto: { decision: 'APPROVE', evidence: [{ kind: 'MANUAL', note: 'Called them' }] },
    }),
  ),
  op(
    'POST',
    '/solution/v1/organizations/{organizationId}/invitations',
    'createOrganizationInvitation',
    ['organizationId', 'organizationInvitationCreationDto'],
    'ada',
    ({ ofAda }) => ({
      organizationId: ofAda.organizationId,
      organizationInvitationCreationDto: { email: 'colleague@muster.example', role: 'VIEWER' },
    }),
  ),
  op(
    'GET',
    '/solution/v1/organizations/{organizationId}/invitations',
    'listOrganizationInvitations',
    ['organizationId'],
    'ada',
    ({ ofAda }) => ({
      organizationId: ofAda.organizationId,
    }),
  ),
  op(
    'POST',
    '/solution/v1/organizations/{organizationId}/invite-tokens',
    'createOrganizationInviteToken',
    ['organizationId', 'organizationInviteTokenCreationDto'],
    'ada',
    ({ ofAda }) => ({
      organizationId: ofAda.organizationId,
      organizationInviteTokenCreationDto: { label: 'Fair', purpose: 'REFERRAL' },
    }),
  ),
  op(
    'DELETE',
    '/solution/v1/organizations/{organizationId}/invite-tokens/{inviteTokenId}',
    'deleteOrganizationInviteToken',
    ['organizationId', 'inviteTokenId'],
    'ada',
    async ({ make, ofAda }) => ({
      organizationId: ofAda.organizationId,
      inviteTokenId: await make.inviteTokenId(ofAda),
    }),
  ),
  op(
    'GET',
    '/solution/v1/organizations/{organizationId}/commissions',
    'listCommissions',
    ['organizationId'],
    'ada',
    ({ ofAda }) => ({
      organizationId: ofAda.organizationId,
    }),
  ),
  op(
    'GET',
    '/solution/v1/organizations/{organizationId}/payouts',
    'listPayouts',
    ['organizationId'],
    'ada',
    ({ ofAda }) => ({
      organizationId: ofAda.organizationId,
    }),
  ),
  op(
    'PUT',
    '/solution/v1/organizations/{organizationId}/solutions',
    'assignOrganizationSolutions',
    ['organizationId'],
    'ada',
    ({ ofAda }) => ({
      organizationId: ofAda.organizationId,
      organizationSolutionsDto: { solutionIds: [ofAda.solutionId] },
    }),
  ),
]

const solutions = [
  op('POST', '/solution/v1/solutions', 'createSolution', ['solutionNewDto'], 'ada', () => ({
    solutionNewDto: { type: 'CAPTCHA', label: 'Second shop', domains: ['second.example'] },
  })),
  op('GET', '/solution/v1/solutions', 'listSolutions', [], 'ada', ({ people }) => ({ userId: people.ada.id })),
  op('GET', '/solution/v1/solutions/latest', 'listLatestSolutions', [], 'operator', () => ({ filter: 'Shop' })),
  op('PUT', '/solution/v1/solutions/ids', 'listSolutionsByIds', ['solutionIdsDto'], 'ada', ({ ofAda }) => ({
    solutionIdsDto: { ids: [ofAda.solutionId] },
  })),
  op('GET', '/solution/v1/solutions/{solutionId}', 'getSolution', ['solutionId'], 'ada', ({ ofAda }) => ({
    solutionId: ofAda.solutionId,
  })),
  op(
    'PUT',
    '/solution/v1/solutions/{solutionId}',
    'updateSolution',
    ['solutionId', 'solutionUpdateDto'],
    'ada',
    async ({ people, ofAda: { solutionId } }) => {
      const { version } = await people.ada.client.getSolution({ solutionId })
      return { solutionId, solutionUpdateDto: { timezone: 'Europe/Berlin', version } }
    },
  ),
  op(
    'DELETE',
    '/solution/v1/solutions/{solutionId}',
    'deleteSolution',
    ['solutionId', 'solutionDeletionDeleteDto'],
    'ada',
    async (world) => {
      const { solutionId } = await fresh(world)
      const { label } = await world.people.ada.client.getSolution({ solutionId })
      return {
        solutionId,
        solutionDeletionDeleteDto: { confirmLabel: label, reason: 'TEST_ONLY', effective: 'IMMEDIATE' },
      }
    },
  ),
  op(
    'POST',
    '/solution/v1/solutions/{solutionId}/invitations',
    'createSolutionInvitation',
    ['solutionId', 'solutionInvitationCreationDto'],
    'ada',
    ({ ofAda }) => ({
      solutionId: ofAda.solutionId,
      solutionInvitationCreationDto: { email: 'colleague@muster.example', role: 'MEMBER' },
    }),
  ),
  op(
    'GET',
    '/solution/v1/solutions/{solutionId}/invitations',
    'listSolutionInvitations',
    ['solutionId'],
    'ada',
    ({ ofAda }) => ({
      solutionId: ofAda.solutionId,
    }),
  ),
  op(
    'GET',
    '/solution/v1/solutions/{solutionId}/accountings',
    'listAccountings',
    ['solutionId'],
    'ada',
    ({ ofAda }) => ({ solutionId: ofAda.solutionId }),
  ),
  op(
    'PUT',
    '/solution/v1/solutions/{solutionId}/lock',
    'lockSolution',
    ['solutionId', 'solutionLockUpdateDto'],
    'operator',
    async (world) => ({
      ...(await fresh(world)),
      solutionLockUpdateDto: { reason: 'ABUSE', internalNote: 'Seen in the log' },
    }),
  ),
  op(
    'PUT',
    '/solution/v1/solutions/{solutionId}/unlocked',
    'unlockSolution',
    ['solutionId'],
    'operator',
    async (world) => {
      const { solutionId } = await fresh(world)
      await world.people.operator.client.lockSolution({
        solutionId,
        solutionLockUpdateDto: { reason: 'ABUSE', internalNote: 'Seen in the log' },
      })
      return { solutionId }
    },
  ),
  op('GET', '/solution/v1/solutions/members/{userId}', 'listMemberSolutions', ['userId'], 'ada', ({ people }) => ({
    userId: people.ada.id,
  })),
  // Vic leaves a solution that he joined for this, so that he stays where the other tests need him.
  op(
    'PUT',
    '/solution/v1/solutions/members/{userId}/leave',
    'leaveSolutions',
    ['userId'],
    'vic',
    async ({ people: { ada, vic }, make }) => {
      const solutionId = await make.solutionId()
      await ada.client.createSolutionInvitation({
        solutionId,
        solutionInvitationCreationDto: { email: vic.email, role: 'VIEWER' },
      })
      for (const { id } of (await vic.client.listMyInvitations()).items)
        await vic.client.acceptInvitation({ invitationAcceptanceDto: { invitationId: id } })
      return { userId: vic.id, leaveDto: { solutionIds: [solutionId] } }
    },
  ),
  op(
    'GET',
    '/solution/v1/solutions/invoiceAddresses/{invoiceAddressId}',
    'listInvoiceAddressSolutions',
    ['invoiceAddressId'],
    'ada',
    ({ ofAda }) => ({
      invoiceAddressId: ofAda.invoiceAddressId,
    }),
  ),
  op(
    'GET',
    '/solution/v1/solutions/payment-methods/{paymentMethodId}',
    'listPaymentMethodSolutions',
    ['paymentMethodId'],
    'ada',
    ({ ofAda }) => ({
      paymentMethodId: ofAda.paymentMethodId,
    }),
  ),
]

const tokens = '/identity/v1/advertising-tokens'
const advertising = [
  op('POST', tokens, 'createAdvertisingToken', ['advertisingTokenNewDto'], 'newcomer', () => ({
    advertisingTokenNewDto: { gclid: 'a-click-of-somebody' },
  })),
  op(
    'GET',
    `${tokens}/{advertisingTokenId}`,
    'getAdvertisingToken',
    ['advertisingTokenId'],
    'operator',
    ({ ofAda }) => ({
      advertisingTokenId: ofAda.advertisingTokenId,
    }),
  ),
  op('GET', tokens, 'listAdvertisingTokens', [], 'operator'),
  op(
    'POST',
    `${tokens}/{advertisingTokenId}/conversions/{conversionId}/reject`,
    'rejectConversion',
    ['advertisingTokenId', 'conversionId'],
    'operator',
    async ({ make }) => ({
      ...(await make.conversion()),
      advertisingRejectDto: { reason: 'TEST' },
    }),
  ),
  {
    ...op(
      'POST',
      `${tokens}/{advertisingTokenId}/conversions/{conversionId}/send`,
      'sendConversion',
      ['advertisingTokenId', 'conversionId', 'advertisingSendDto'],
      'operator',
      async ({ make }) => {
        const made = await make.conversion()
        const at = new Date(Date.now() - 60_000).toISOString()
        const consent = { adUserData: true, adPersonalization: false, at }
        return {
          ...made,
          advertisingSendDto: {
            conversionActionId: '123',
            occurredAt: at,
            value: { amountMinor: 100, currency: 'EUR' },
            orderId: made.conversionId,
            consent,
          },
        }
      },
    ),
    refused: 'not-configured' as const,
  },
]

/** All operations of §7 that have an address of the API; translations are files of the website. */
export const specifiedOperations: readonly Operation[] = [...organizations, ...solutions, ...advertising]
