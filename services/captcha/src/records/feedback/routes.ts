import { captchaRoutes, type Feedback } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { mountRoute, ProblemError } from '@bollard/http'
import { recordAudit } from '../audit/record-audit.ts'
import { findVerification } from '../log/read-verifications.ts'
import type { SiteScope } from '../sites/site-scope.ts'
import { lockSite } from '../sites/sites.ts'
import {
  type BlamedVerification,
  giveFeedback,
  removeFeedback,
  toFeedback,
  type VerificationKey,
} from '../store/feedback.ts'
import { issuedAtOf } from '../store/verification-id.ts'
import { getAccuracy } from './get-accuracy.ts'

export interface FeedbackContext {
  readonly db: Database
  readonly now: () => Date
  /** A visitor was a bot: what its network brought here counts less. */
  readonly blame: (siteId: number, verification: BlamedVerification) => void
}

/** What members say of single visitors, and how often the score was right by that. */
export function mountMembersFeedback(app: SiteScope, context: FeedbackContext): void {
  const { db, now } = context

  mountRoute(app, captchaRoutes.putFeedback, async ({ actor, standing: { site }, params, body, call }) => {
    const key = requireKey(site, params.verificationId)
    const at = now()
    const given = await db.transaction(async (tx) => {
      // The former label is right only if nobody changes it meanwhile.
      await lockSite(tx, key.siteId)
      const row = await findVerification(tx, key)
      const feedback = row && (await giveFeedback(tx, key, { label: body.label, at }))
      if (feedback === undefined) throw new ProblemError('not-found')
      const old = toFeedback(row ?? {})
      await recordAudit(tx, actor, call, at, {
        site,
        action: 'feedback.given',
        target: { kind: 'verification', id: key.id },
        ...(old && { before: auditedFeedback(old) }),
        after: auditedFeedback(feedback),
      })
      return { feedback, row }
    })
    if (body.label === 'BOT' && given.row !== undefined) context.blame(key.siteId, given.row)
    return given.feedback
  })

  mountRoute(app, captchaRoutes.deleteFeedback, async ({ actor, standing: { site }, params, call }) => {
    const key = requireKey(site, params.verificationId)
    await db.transaction(async (tx) => {
      await lockSite(tx, key.siteId)
      const row = await findVerification(tx, key)
      if (row === undefined) throw new ProblemError('not-found')
      const old = toFeedback(row)
      if (!(await removeFeedback(tx, key)) || old === null) return
      const target = { kind: 'verification', id: key.id }
      await recordAudit(tx, actor, call, now(), {
        site,
        action: 'feedback.removed',
        target,
        before: auditedFeedback(old),
      })
    })
  })

  mountRoute(app, captchaRoutes.getAccuracy, async ({ standing: { site }, query }) =>
    getAccuracy(db, site.id, query.period, now().getTime()),
  )
}

/** The key of a verification in the log; an id of any other kind names none. */
function requireKey(site: { readonly id: number }, id: string): VerificationKey {
  const issuedAt = issuedAtOf(id)
  if (Number.isNaN(issuedAt)) throw new ProblemError('not-found')
  return { siteId: site.id, id: id.toLowerCase(), issuedAt: new Date(issuedAt) }
}

/** A comment can tell of a person, and stays with the verification. */
function auditedFeedback({ label, by }: Feedback) {
  return { label, by }
}
