import { ApiProblem, createApiClient } from '@bollard/api-client'
import { totpCode } from '@bollard/testing'
import { createSoftwareAuthenticator } from '../../../services/identity/src/testing/software-authenticator.ts'
import { operate, type Person } from '../api/people.ts'
import { inMailTo, linkToken, newPerson, type Stage } from './stage.ts'

/** Calls about accounts that take more than a body: mails, second factors, passkeys and sessions that end. */
export async function performIdentity(stage: Stage): Promise<void> {
  await confirmAddresses(stage)
  await resetPassword(stage)
  await changeAddress(stage)
  await useAuthenticator(stage)
  await removeFactors(stage)
  await usePasskey(stage)
  await readMails(stage)
  await useAdminSite(stage)
  await exportConversions(stage)
  await leave(stage)
}

async function confirmAddresses(stage: Stage): Promise<void> {
  const { client } = stage.api.clientFrom('203.0.113.90')
  const email = 'nia@shop.example'
  const password = 'three lighthouses before a storm'
  await client.createAccount({
    accountNewDto: {
      email,
      password,
      givenName: 'Nia',
      language: 'en',
      acceptedTerms: true,
      timezone: 'Europe/Berlin',
    },
  })
  await client.resendEmailVerification({ emailVerificationResendDto: { email } })
  const token = await inMailTo(stage, email, linkToken)
  await client.checkEmailVerification({ emailVerificationCheckDto: { token } })
  await client.confirmEmailCode({ emailCodeDto: { email, code: await inMailTo(stage, email, /\b(\d{6})\b/u) } })
  await client.createSession({ sessionNewDto: { email, password } })
  await client.deleteCurrentSession()
  await client.createAdvertisingToken({ advertisingTokenNewDto: { gclid: 'EXAMPLE-click-of-somebody' } })
  await client.countPageAnswer({ pageAnswerNewDto: { path: '/guides/widget', language: 'en', isHelpful: true } })
  await client.countMissedSearch({ missedSearchNewDto: { language: 'en', query: 'elixir' } })
  await client.createVisitorEnquiry({
    visitorEnquiryNewDto: {
      topic: 'SALES',
      message: 'How many verifications are in a plan?',
      name: 'Nia',
      email,
      organization: 'Shop',
      language: 'en',
    },
  })
  await client.countPageView({
    pageViewNewDto: { path: '/products/captcha', language: 'en', referrer: 'search.example', device: 'computer' },
  })
  await client.recordPerformance({
    performanceEventsNewDto: { path: '/products/captcha', events: [{ metric: 'LCP', value: 840 }] },
  })
  await client.addReplayBatch({
    replayBatchNewDto: {
      visit: '3f0c6c53-53a1-4a0b-9b1e-8f6d3f0d9a10',
      number: 0,
      path: '/products/captcha',
      language: 'en',
      device: 'computer',
      events: ['{"type":4,"data":{"href":"https://www.example.org/en/products/captcha"},"timestamp":1760000000000}'],
    },
  })
  await client.listTimezones()
  await client.listLocales()
  await client.listCountries({ language: 'en' })
}

async function resetPassword(stage: Stage): Promise<void> {
  const { client, email, password } = await newPerson(stage, 'Paul')
  await client.requestPasswordReset({ passwordResetRequestDto: { email } })
  const token = await inMailTo(stage, email, linkToken)
  await client.checkPasswordReset({ passwordResetCheckDto: { token } })
  const next = `${password}, again`
  await client.resetPassword({ passwordResetDto: { token, password: next } })
  await client.createSession({ sessionNewDto: { email, password: next } })
  await client.proveSession({ proofDto: { kind: 'PASSWORD', password: next } })
  await client.changePassword({ passwordChangeDto: { currentPassword: next, newPassword: password } })
  const { version } = await client.getProfile()
  await client.updateProfile({
    profileDto: { givenName: 'Paula', language: 'de', timezone: 'Europe/Berlin', theme: 'dark', version },
  })
}

async function changeAddress(stage: Stage): Promise<void> {
  const { client, email } = await newPerson(stage, 'Cora')
  const next = 'cora.new@shop.example'
  await client.requestEmailChange({ emailChangeDto: { email: next } })
  await client.getProfile()
  const token = await inMailTo(stage, next, linkToken)
  await client.describeEmailChange({ emailChangeDescriptionDto: { token } })
  await client.confirmEmailChange({ emailChangeConfirmationDto: { token } })
  await client.undoEmailChange({ emailChangeUndoDto: { token: await inMailTo(stage, email, linkToken) } })
}

/** Each code of an authenticator counts once. */
function nextCode({ api }: Stage, secret: string): string {
  api.goTo(new Date(api.now().getTime() + 31_000))
  return totpCode(secret, Math.floor(api.now().getTime() / 30_000))
}

/** Signs in as far as the second factor. */
async function signInHalf({ api }: Stage, { email, password }: Person, address: string) {
  const { client } = api.clientFrom(address)
  const refused = await client.createSession({ sessionNewDto: { email, password } }).catch((error: unknown) => error)
  if (!(refused instanceof ApiProblem) || refused.code !== 'second-factor-required') throw refused
  return client
}

async function useAuthenticator(stage: Stage): Promise<void> {
  const tess = await newPerson(stage, 'Tess')
  const { secret } = await tess.client.startTotp()
  await tess.client.confirmTotp({ totpConfirmationDto: { code: nextCode(stage, secret) } })
  await tess.client.createRecoveryCodes()
  const client = await signInHalf(stage, tess, '203.0.113.91')
  await client.getSecondFactors()
  await client.answerSecondFactor({ secondFactorDto: { kind: 'TOTP', code: nextCode(stage, secret) } })
  await client.proveSession({ proofDto: { kind: 'TOTP', code: nextCode(stage, secret) } })
  await client.getSecurity()
  await client.deleteTotp()
}

async function removeFactors(stage: Stage): Promise<void> {
  const lost = await newPerson(stage, 'Lena')
  const { secret } = await lost.client.startTotp()
  await lost.client.confirmTotp({ totpConfirmationDto: { code: nextCode(stage, secret) } })
  const undo = await inMailTo(stage, lost.email, linkToken)
  const client = await signInHalf(stage, lost, '203.0.113.92')
  await client.requestFactorRemoval()
  const begin = await inMailTo(stage, lost.email, linkToken)
  await client.confirmFactorRemoval({ factorRemovalConfirmationDto: { token: begin } })
  await client.requestFactorRemoval()
  await client.stopFactorRemoval({ factorRemovalStopDto: { token: await inMailTo(stage, lost.email, linkToken) } })
  await lost.client.stopOwnFactorRemoval()
  await client.undoNewFactor({ newFactorUndoDto: { token: undo } })
}

async function usePasskey(stage: Stage): Promise<void> {
  const { client } = await newPerson(stage, 'Kim')
  const authenticator = createSoftwareAuthenticator(stage.api.siteUrls.identity)
  const created = await client.startPasskey()
  const response = authenticator.register(created.options as never) as never
  const { id } = await client.addPasskey({
    passkeyNewDto: { challengeId: created.challengeId, name: 'Laptop', response },
  })
  const asked = await client.startPasskeySignIn()
  const { client: other } = stage.api.clientFrom('203.0.113.93')
  await other.createPasskeySession({
    passkeySessionDto: {
      challengeId: asked.challengeId,
      response: authenticator.assert(asked.options as never) as never,
    },
  })
  await client.renamePasskey({ passkeyId: id, passkeyDto: { name: 'Work laptop' } })
  await client.deletePasskey({ passkeyId: id })
}

/** The mailbox of a machine without SMTP, in which Ada's invoice lies. */
async function readMails({ api, people: { operator } }: Stage): Promise<void> {
  while ((await api.services.outbox.sendDue(50)) > 0);
  const { items } = await operator.client.listMails()
  for (const { id } of items) {
    const { attachments } = await operator.client.getMail({ mailId: id })
    if (attachments.length === 0) continue
    await operator.client.downloadMailFile({ mailId: id, place: 0 })
    return
  }
  throw new Error('No mail has a file')
}

/** Its session is opened anew, right after a second factor, and goes on in change mode. */
async function useAdminSite({ api, people: { operator } }: Stage): Promise<void> {
  const { client } = operator
  await client.getOperatorSession()
  await client.endChangeMode()
  await client.endOperatorSession()
  const text = 'update identity.sessions set proven_at = $1, second_factor_at = $1 where user_id = $2'
  await api.db.pool.query(text, [api.now(), operator.id])
  await operate(client)
}

async function exportConversions({ make, people: { operator } }: Stage): Promise<void> {
  const { advertisingTokenId } = await make.conversion()
  await operator.client.getAdvertisingToken({ advertisingTokenId })
  const { id: conversionExportId } = await operator.client.createConversionExport()
  await operator.client.downloadConversionExport({ conversionExportId })
}

async function leave(stage: Stage): Promise<void> {
  const { client, email } = await newPerson(stage, 'Dora')
  await client.previewAccountDeletion()
  await client.requestAccountDeletion({ accountDeletionDto: { confirmEmail: email, when: 'IN_30_DAYS' } })
  const token = await inMailTo(stage, email, linkToken)
  await createApiClient({ baseUrl: stage.api.url, fetch: stage.api.hearing.fetch }).undoAccountDeletion({
    accountDeletionUndoDto: { token },
  })
}
