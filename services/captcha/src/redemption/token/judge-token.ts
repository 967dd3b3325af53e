import type { Verification } from '@bollard/contracts'
import { plainAddress } from '@bollard/http'
import type { ApiKeyOwner } from '../../access/api-keys/api-key-owners.ts'
import { isDummyToken } from '../../access/test-keys/foreign-test-keys.ts'
import { type TestSecret, testSecretOf } from '../../access/test-keys/test-keys.ts'
import type { TokenClaims } from '../../edge/verification/edge-context.ts'
import { isFailoverToken } from '../../outage/judge-failover.ts'
import { networkOf } from '../../records/store/network-of.ts'
import type { Redeemed } from './redeem.ts'
import type { RedemptionContext } from './redemption-context.ts'
import { isTestEnvironment, testResult } from './test-result.ts'

/** What a customer's server asks, in whichever protocol. */
export interface Question {
  readonly secret: string
  readonly response: string
  /** The site key that the token must be of; '' for any that the secret key is good for. */
  readonly siteKey?: string
  /** The same key with the same token is the same attempt; '' for none. */
  readonly idempotencyKey?: string
  /** Address of the visitor, as the customer's server sees it; '' for none. */
  readonly remoteip?: string
  /** Where the call comes from. */
  readonly address: string
}

/** Why a token is not accepted; every protocol has its own words for each. */
export type TokenFault =
  | 'secret-missing'
  | 'secret-invalid'
  /** The solution is locked so that the key, which has become known to others, gets no results. */
  | 'solution-locked'
  | 'response-missing'
  | 'idempotency-key-invalid'
  | 'site-key-unknown'
  | 'site-key-mismatch'
  | 'token-malformed'
  | 'token-signature-invalid'
  | 'token-expired'
  | 'token-already-used'
  | 'token-of-other-site'
  /** A token of a test site key, asked about with a real secret key. */
  | 'test-token'
  /** A test secret key, asked about a token that it does not take. */
  | 'real-token'
  /** A test secret key that refuses everything. */
  | 'test-key'
  /** The next three are about tokens that widgets write which could not reach us. */
  | 'failover-refused'
  | 'client-reported-outage'
  | 'rate-limited'
  /** The token came from another network than the one that solved the challenge, which the owner does not want. */
  | 'other-network'

export type TokenOutcome =
  | {
      readonly status: 'redeemed'
      readonly verification: Verification
      /** What the page gave its own server with the token; '' for nothing. */
      readonly data: string
    }
  | { readonly status: TokenFault }

const secretMax = 200
const responseMax = 2_048
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** Judges a token for the owner of a secret key and, when it is good, uses it up. What every protocol has in common. */
export async function judgeToken(context: RedemptionContext, question: Question): Promise<TokenOutcome> {
  const test = testSecretOf(question.secret)
  if (test !== undefined) return judgeForTest(context, test, question)
  const outcome = await judgeForOwner(context, question)
  context.noteAnswer(outcome.status)
  return outcome
}

async function judgeForOwner(context: RedemptionContext, question: Question): Promise<TokenOutcome> {
  const { secret, response, siteKey = '', idempotencyKey = '', remoteip = '', address } = question
  if (secret === '') return { status: 'secret-missing' }
  const owner = secret.length > secretMax ? null : await context.apiKeys.find(secret, address)
  if (owner === null) return { status: 'secret-invalid' }
  if (response === '') return { status: 'response-missing' }
  if (idempotencyKey !== '' && !uuid.test(idempotencyKey)) return { status: 'idempotency-key-invalid' }

  const environmentId = siteKey === '' ? null : await environmentOf(context, owner, siteKey)
  if (typeof environmentId === 'string') return { status: environmentId }
  if (isFailoverToken(response)) return judgeFailover(context, owner, response, environmentId)
  const claims = readToken(context, owner, response, environmentId)
  if (typeof claims === 'string') {
    context.countRefused(owner.siteId, owner.environmentId ?? 0)
    return { status: claims }
  }
  const redeemed = await context.redeem(owner, claims.verificationId, {
    idempotencyKey: idempotencyKey === '' ? undefined : idempotencyKey.toLowerCase(),
    remote: networkOfVisitor(remoteip),
  })
  if (await comesFromElsewhere(context, redeemed, claims.environmentId)) {
    context.countRefused(owner.siteId, owner.environmentId ?? 0)
    return { status: 'other-network' }
  }
  if (redeemed.status === 'redeemed') context.pageTokens.redeemed(owner.siteId, claims.verificationId, claims.page)
  return outcomeOf(redeemed, claims.data)
}

/** The network of an address as it came; null for none, and for anything that is no address. */
function networkOfVisitor(remoteip: string): string | null {
  const address = remoteip === '' ? null : plainAddress(remoteip.trim())
  return address === null ? null : networkOf(address)
}

/** Whether the owner refuses a token because of where it came from. It is used up all the same: nobody tries one address after the other. */
async function comesFromElsewhere(
  { sites }: RedemptionContext,
  redeemed: Redeemed,
  environmentId: number,
): Promise<boolean> {
  if (redeemed.status !== 'redeemed' || redeemed.verification.sameNetwork !== false) return false
  const environment = sites.known(environmentId) ?? (await sites.load(environmentId))
  return environment?.site.settings.refuseOtherNetworks ?? false
}

/** Number of the environment of a site key, or why it is none of the owner's. */
async function environmentOf(
  context: RedemptionContext,
  owner: ApiKeyOwner,
  siteKey: string,
): Promise<number | 'site-key-unknown' | 'site-key-mismatch'> {
  const environment = await context.sites.find(siteKey)
  if (environment === null) return 'site-key-unknown'
  const isOwn = environment.test === null && environment.site.id === owner.siteId
  return isOwn && (owner.environmentId === null || owner.environmentId === environment.id)
    ? environment.id
    : 'site-key-mismatch'
}

function readToken(
  { tokens, now }: RedemptionContext,
  owner: ApiKeyOwner,
  response: string,
  environmentId: number | null,
): TokenClaims | TokenFault {
  if (response.length > responseMax) return 'token-malformed'
  const reading = tokens.read(response, now() / 1000)
  switch (reading.status) {
    case 'malformed':
      return isDummyToken(response) ? 'test-token' : 'token-malformed'
    case 'signature-invalid':
      return 'token-signature-invalid'
    case 'expired':
      return 'token-expired'
    case 'valid': {
      const { claims } = reading
      if (isTestEnvironment(claims.environmentId)) return 'test-token'
      // A key of all environments is compared with the site of the verification itself, where the result is taken.
      const wanted = environmentId ?? owner.environmentId
      return wanted === null || wanted === claims.environmentId ? claims : 'token-of-other-site'
    }
    default:
      return reading satisfies never
  }
}

/** What a widget wrote that could not reach us: its word counts for nothing, only our own record of outages. */
async function judgeFailover(
  context: RedemptionContext,
  owner: ApiKeyOwner,
  token: string,
  environmentId: number | null,
): Promise<TokenOutcome> {
  const verdict = await context.judgeFailover(environmentId === null ? owner : { ...owner, environmentId }, token)
  if (verdict.status === 'accepted') return outcomeOf(await context.redeem(owner, verdict.verificationId))
  context.countRefused(owner.siteId, owner.environmentId ?? 0)
  return { status: verdict.code }
}

function outcomeOf(redeemed: Redeemed, data = ''): TokenOutcome {
  switch (redeemed.status) {
    case 'redeemed':
      return { ...redeemed, data }
    case 'used':
      return { status: 'token-already-used' }
    case 'key-revoked':
      return { status: 'secret-invalid' }
    case 'locked':
      return { status: 'solution-locked' }
    case 'other-site':
      return { status: 'token-of-other-site' }
    // The row is gone or too old: by our clock the token is still valid, by the database it is not.
    case 'unknown':
    case 'expired':
      return { status: 'token-expired' }
    default:
      return redeemed satisfies never
  }
}

/** A test secret key takes any token but that of a real site: somebody has mixed up keys then, and should notice. */
async function judgeForTest(
  { tokens, sites, now }: RedemptionContext,
  { kind, scores }: TestSecret,
  question: Question,
): Promise<TokenOutcome> {
  const { response, siteKey = '', idempotencyKey = '' } = question
  if (response === '') return { status: 'response-missing' }
  if (idempotencyKey !== '' && !uuid.test(idempotencyKey)) return { status: 'idempotency-key-invalid' }
  if (siteKey !== '') {
    const environment = await sites.find(siteKey)
    if (environment === null || environment.test === null)
      return { status: environment === null ? 'site-key-unknown' : 'site-key-mismatch' }
  }
  const score = scores?.get(response)
  if (scores !== null && score === undefined) return { status: 'real-token' }
  const reading = tokens.read(response, now() / 1000)
  if (reading.status === 'valid' && !isTestEnvironment(reading.claims.environmentId)) return { status: 'real-token' }
  const { verificationId, data } = reading.status === 'valid' ? reading.claims : { verificationId: null, data: '' }
  const result = testResult(kind, { verificationId, now: now(), ...(score === undefined ? {} : { score }) })
  switch (result.status) {
    case 'redeemed':
      return { ...result, data }
    case 'used':
      return { status: 'token-already-used' }
    case 'refused':
      return { status: 'test-key' }
    default:
      return result satisfies never
  }
}
