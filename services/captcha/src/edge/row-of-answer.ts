import { describeUserAgent, outcomeOf } from '@bollard/bot-score'
import type { Challenge } from '@bollard/proof-of-work/server'
import { expectedHashes } from '@bollard/proof-of-work/server'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../network-of.ts'
import type { StoredOutcome } from '../counts.ts'
import { countKind } from '../counts.ts'
import type { VerificationRow } from '../store/record-verifications.ts'
import { contextOf, twoLetters } from '../verification-id.ts'
import type { EdgePorts } from './edge-ports.ts'
import type { Judgement } from './judge-answer.ts'

export interface AnswerBody {
  readonly challenge: string
  readonly solution: string
  readonly workMs: number
  readonly collected?: { readonly catalog: 1; readonly ran: string; readonly fired: string }
}
export type AnswerRequest = FastifyRequest<{ Body: AnswerBody; Params: { verificationId: string } }>

/** A checked answer and what was made of it. */
export interface Answered {
  readonly challenge: Challenge
  readonly judgement: Judgement
  readonly userAgent: string
  readonly now: number
}

/** The row under which an answered round is stored: nothing in it tells who the visitor is. */
export function rowOf(ports: EdgePorts, request: AnswerRequest, { challenge, judgement, userAgent, now }: Answered): VerificationRow {
  const context = contextOf(challenge.verificationId)
  const { headers } = request
  const address = ports.readAddress(request.socket.remoteAddress, headers['x-forwarded-for'])
  const { browser, operatingSystem, device } = describeUserAgent(userAgent)
  return {
    id: challenge.verificationId,
    round: challenge.round,
    siteId: challenge.siteId,
    issuedAt: challenge.issuedAt,
    finishedAt: now,
    outcome: storedOutcome(judgement),
    score: judgement.score.score,
    reasons: judgement.score.reasons.map(({ code, weight }) => [code, weight] as const),
    checkMs: Math.max(0, now - challenge.issuedAt),
    workMs: request.body.workMs,
    workHashes: expectedHashes(challenge.target),
    hostname: ports.readOrigin(headers.origin)?.host ?? '',
    action: context.action,
    browser,
    operatingSystem,
    device,
    language: context.language ?? twoLetters(headers['accept-language']),
    network: networkOf(address),
  }
}

function storedOutcome({ decision, score }: Judgement): StoredOutcome {
  if (decision === 'step-up') return countKind.steppedUp
  switch (outcomeOf(decision, score.score)) {
    case 'PASSED':
      return countKind.passed
    case 'FLAGGED':
      return countKind.flagged
    case 'REFUSED':
      return countKind.refused
  }
}
