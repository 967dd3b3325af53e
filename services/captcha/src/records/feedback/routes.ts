import { captchaRoutes, type Feedback } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordChange } from '../audit/record-change.ts'
import { type Editor, type EditorPorts, requireEditor } from '../../access/require-editor.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { findVerification } from '../log/read-verifications.ts'
import {
  type BlamedVerification,
  giveFeedback,
  removeFeedback,
  toFeedback,
  type VerificationKey,
} from '../store/feedback.ts'
import { issuedAtOf } from '../store/verification-id.ts'
import { getAccuracy } from './get-accuracy.ts'
import { type Actor, type Caller, requireSite } from '../../access/require-site.ts'

export interface FeedbackPorts extends EditorPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A visitor was a bot: what its network brought here counts less. */
  readonly blame: (siteId: number, verification: BlamedVerification) => void
}

/** What members say of single visitors, and how often the score was right by that. */
export function mountMembersFeedback(
  app: FastifyInstance,
  ports: FeedbackPorts,
  actorOf: (request: FastifyRequest) => Actor | Caller,
): void {
  const { db, now } = ports

  mountRoute(app, captchaRoutes.putFeedback, async ({ params, body, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'MEMBER')
    const key = requireKey(editor, params.verificationId)
    const at = new Date(now())
    const given = await db.transaction(async (tx) => {
      // What was said before is told truly only when nobody says something else meanwhile.
      await lockSite(tx, key.siteId)
      const row = await findVerification(tx, key)
      const feedback = row && (await giveFeedback(tx, key, { label: body.label, at }))
      if (feedback === undefined) throw new ProblemError('not-found')
      const old = toFeedback(row ?? {})
      await recordChange(tx, editor, at, {
        action: 'feedback.given',
        target: { kind: 'verification', id: key.id },
        ...(old && { before: auditedFeedback(old) }),
        after: auditedFeedback(feedback),
      })
      return { feedback, row }
    })
    if (body.label === 'BOT' && given.row !== undefined) ports.blame(key.siteId, given.row)
    return given.feedback
  })

  mountRoute(app, captchaRoutes.deleteFeedback, async ({ params, request }) => {
    const editor = await requireEditor(ports, request, actorOf(request), params.solutionId, 'MEMBER')
    const key = requireKey(editor, params.verificationId)
    await db.transaction(async (tx) => {
      await lockSite(tx, key.siteId)
      const row = await findVerification(tx, key)
      if (row === undefined) throw new ProblemError('not-found')
      const old = toFeedback(row)
      if (!(await removeFeedback(tx, key)) || old === null) return
      const target = { kind: 'verification', id: key.id }
      await recordChange(tx, editor, new Date(now()), {
        action: 'feedback.removed',
        target,
        before: auditedFeedback(old),
      })
    })
  })

  mountRoute(app, captchaRoutes.getAccuracy, async ({ params, query, request }) => {
    const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
    return getAccuracy(db, site.id, query.period, now())
  })
}

/** The key of a verification in the log; an id of any other kind names none. */
function requireKey({ site }: Editor, id: string): VerificationKey {
  const issuedAt = issuedAtOf(id)
  if (Number.isNaN(issuedAt)) throw new ProblemError('not-found')
  return { siteId: site.id, id: id.toLowerCase(), issuedAt: new Date(issuedAt) }
}

/** A comment can tell of a person, and stays with the verification. */
function auditedFeedback({ label, by }: Feedback) {
  return { label, by }
}
