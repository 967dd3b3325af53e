import type { Call, Caller } from '@bollard/access'
import type { Review } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { MailClass } from '@bollard/validations'
import { recordAudit } from '../access/record-audit.ts'
import type { FormContext } from '../form-context.ts'
import { noteJudgement, type OpenFilter, teachFilter } from '../spam-filter/spam-filters.ts'
import { readReview } from './reviews.ts'
import { openMessage } from './sealed-message.ts'

const classes: Readonly<Record<Review['state'], MailClass | null>> = {
  WAITING: null,
  APPROVED: 'HAM',
  REJECTED: 'SPAM',
}
const actions = { APPROVED: 'review.approved', REJECTED: 'review.rejected' } as const

interface Decided {
  readonly solutionId: string
  readonly id: string
  readonly state: keyof typeof actions
}

/**
 * Approves or rejects a message, which teaches the filter of its site. Decided anew, what the first decision taught is
 * unlearned; the same decision once more changes nothing. Throws `not-found`.
 */
export async function decideReview(
  { db, now, box, randomBytes }: Pick<FormContext, 'db' | 'now' | 'box' | 'randomBytes'>,
  actor: Caller,
  { solutionId, id, state }: Decided,
  call: Call,
): Promise<Review> {
  const at = now()
  return db.transaction(async (tx) => {
    const [review] = await tx.query('protection-review-lock', lockSql, [solutionId, id])
    if (review === undefined) throw new ProblemError('not-found')
    if (review.state === state) return readReview(tx, box, solutionId, id)
    const [former, is] = [classes[review.state], classes[state]]
    const { text } = openMessage(box, id, review)
    const learn = ({ filter, life }: OpenFilter): number | null => {
      if (former !== null && review.taughtIn === life) filter.forget(text, former, review.author)
      return is !== null && filter.learn(text, is, review.author) ? life : null
    }
    const taughtIn = text === '' ? null : await teachFilter(tx, { box, randomBytes }, solutionId, learn)
    if (review.judged !== null && is !== null) {
      const before = former === null || review.decidedAt === null ? null : { is: former, at: review.decidedAt }
      await noteJudgement(tx, { solutionId, judged: review.judged, former: before, is, at })
    }
    await tx.query('protection-review-decide', decideSql, [id, state, taughtIn, at, actor.userId])
    const event = { action: actions[state], target: { kind: 'review', id }, before: { state: review.state } }
    await recordAudit(tx, actor, call, at, { solutionId, ...event, after: { state } })
    return readReview(tx, box, solutionId, id)
  })
}

const lockSql = `select state, author, judged, taught_in as "taughtIn", decided_at as "decidedAt", sealed as bytes, key_id as "keyId"
  from protection.reviews where solution_id = $1 and id = $2 for update`
const decideSql =
  'update protection.reviews set state = $2, taught_in = $3, decided_at = $4, decided_by = $5 where id = $1'
