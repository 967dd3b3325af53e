import { createHmac } from 'node:crypto'
import { createApiClient } from '@bollard/api-client'
import { addressOf } from '../api/make.ts'
import { inMailTo, linkToken, newPerson, type Stage } from './stage.ts'

/** Calls about solutions, members and payments that take more than a body. */
export async function performSolution(stage: Stage): Promise<void> {
  await endSolutions(stage)
  await describeOrganization(stage)
  await answerInvitations(stage)
  await joinByLink(stage)
  await payByCard(stage)
  await confirmPayment(stage)
  await choosePlan(stage)
}

async function endSolutions({ make, people: { ada, operator } }: Stage): Promise<void> {
  const { client } = ada
  const solutionId = await make.solutionId()
  const { label } = await client.getSolution({ solutionId })
  await client.deleteSolution({
    solutionId,
    solutionDeletionDeleteDto: { confirmLabel: label, reason: 'TEST_ONLY', effective: 'END_OF_PERIOD' },
  })
  await client.undoCancellation({ solutionId })
  const { version } = await client.getSolution({ solutionId })
  await client.updateSolution({
    solutionId,
    solutionUpdateDto: { label: 'Shop in Berlin', timezone: 'Europe/Berlin', version },
  })
  const { offered } = await client.getProcessingAgreement({ solutionId })
  await client.acceptProcessingAgreement({ solutionId, processingAgreementDto: { version: offered?.version ?? '' } })
  await client.getProcessingAgreement({ solutionId })
  await client.deleteSolution({
    solutionId,
    solutionDeletionDeleteDto: { confirmLabel: 'Shop in Berlin', reason: 'TEST_ONLY', effective: 'IMMEDIATE' },
  })
  await client.restoreSolution({ solutionId })
  await operator.client.lockSolution({
    solutionId,
    solutionLockUpdateDto: { reason: 'ABUSE', internalNote: 'Seen in the log' },
  })
  await operator.client.unlockSolution({ solutionId, solutionUnlockDto: { reasonResolved: 'ABUSE' } } as never)
}

async function describeOrganization({ people: { ada }, make }: Stage): Promise<void> {
  const organizationId = await make.organizationId()
  const { version } = await ada.client.getOrganization({ organizationId })
  await ada.client.updateOrganization({
    organizationId,
    organizationUpdateDto: {
      name: 'Muster Agentur',
      kind: 'AGENCY',
      contactEmail: 'office@shop.example',
      countryCode: 'DE',
      language: 'en',
      version,
    },
  })
}

async function answerInvitations(stage: Stage): Promise<void> {
  const { client } = stage.people.ada
  const guest = await newPerson(stage, 'Gus')
  const invite = async (solutionId: string) => {
    await client.createSolutionInvitation({
      solutionId,
      solutionInvitationCreationDto: { email: guest.email, role: 'VIEWER' },
    })
    return inMailTo(stage, guest.email, linkToken)
  }
  const solutionId = await stage.make.solutionId()
  const token = await invite(solutionId)
  await guest.client.previewInvitation({ invitationPreviewDto: { token } } as never)
  await guest.client.listMyInvitations()
  await guest.client.declineInvitation({ invitationDeclineDto: { token } } as never)
  await guest.client.acceptInvitation({ invitationAcceptanceDto: { token: await invite(solutionId) } })
  await guest.client.leaveSolutions({ userId: guest.id, leaveDto: { solutionIds: [solutionId] } })
  const { id } = await client.createSolutionInvitation({
    solutionId,
    solutionInvitationCreationDto: { email: 'late@shop.example', role: 'MEMBER' },
  })
  stage.api.goTo(new Date(stage.api.now().getTime() + 61_000))
  await client.resendInvitation({ invitationId: id })
}

async function joinByLink(stage: Stage): Promise<void> {
  const { organizationId } = stage.its
  const { token } = await stage.people.ada.client.createOrganizationInviteToken({
    organizationId,
    organizationInviteTokenCreationDto: { label: 'Team', purpose: 'JOIN', role: 'VIEWER' },
  })
  const guest = await newPerson(stage, 'Rita')
  await guest.client.previewInviteToken({ inviteTokenPreviewDto: { token } })
  await guest.client.redeemInviteToken({ inviteTokenRedemptionDto: { token } })
}

async function payByCard(stage: Stage): Promise<void> {
  const { api, people, stripe, stripeWebhookSecret } = stage
  const { client } = people.ada
  stripe.setup = { status: 'succeeded', method: 'pm_card_visa' }
  const { id: setupId } = await client.startPaymentMethodSetup({ paymentMethodSetupDto: { kind: 'CARD' } })
  await client.finishPaymentMethodSetup({ setupId })
  const { id: paymentMethodId } = await client.createPaymentMethod({ paymentMethodNewDto: { kind: 'BANK_TRANSFER' } })
  await client.deletePaymentMethod({ paymentMethodId })
  const payload = JSON.stringify({
    id: 'evt_example',
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(api.now().getTime() / 1000),
    data: {
      object: {
        id: 'pi_example',
        object: 'payment_intent',
        status: 'succeeded',
        amount: 1_071,
        currency: 'eur',
        metadata: {},
      },
    },
  })
  const at = Math.floor(api.now().getTime() / 1000)
  const signature = createHmac('sha256', stripeWebhookSecret).update(`${at}.${payload}`).digest('hex')
  const response = await api.hearing.fetch(`${api.url}/solution/v1/payment-provider/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` },
    body: payload,
  })
  if (!response.ok) throw new Error(await response.text())
}

/** A card whose bank asks for a confirmation of each payment. */
async function confirmPayment({ people: { ada }, make, its, stripe }: Stage): Promise<void> {
  stripe.setup = { status: 'succeeded', method: 'pm_card_authenticationRequired' }
  const invoiceId = await make.invoiceId({ ...its, solutionId: await make.solutionId() })
  stripe.setup = { status: 'succeeded', method: 'pm_card_visa' }
  await ada.client.startPaymentConfirmation({ invoiceId })
}

async function choosePlan(stage: Stage): Promise<void> {
  const { api, people, make } = stage
  const { client } = people.ada
  const solutionId = await make.solutionId()
  const email = 'bills@shop.example'
  const { id: invoiceAddressId } = await client.createInvoiceAddress({
    invoiceAddressNewDto: addressOf({ email }, 'Muster GmbH'),
  })
  api.goTo(new Date(api.now().getTime() + 61_000))
  await client.sendInvoiceAddressConfirmations({ invoiceAddressId })
  const token = await inMailTo(stage, email, linkToken)
  await createApiClient({ baseUrl: api.url, fetch: api.hearing.fetch }).confirmInvoiceEmail({
    invoiceEmailConfirmationDto: { token },
  })
  const paymentMethodId = await make.cardOrTransferId()
  const { version } = await client.getSolutionPlan({ solutionId })
  const plan = { planCode: 'STARTER', interval: 'MONTHLY', invoiceAddressId, paymentMethodId, version } as const
  await client.previewSolutionPlan({ solutionId, solutionPlanPreviewDto: plan })
  await client.changeSolutionPlan({ solutionId, solutionPlanDto: plan })
  await client.deleteInvoiceAddress({ invoiceAddressId: await make.invoiceAddressId() })
  await createApiClient({ baseUrl: api.url, fetch: api.hearing.fetch }).listPlans()
}
