import type { Actor, Call } from '@bollard/access'
import type { Enquiry, EnquiryNew } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { topicWord, writeMail } from '@bollard/mail'
import type { ContactContext } from '../contact-context.ts'
import { mailToOperators } from './mail-to-operators.ts'

/**
 * Stores an enquiry, mails it to the operators and confirms it to the person who wrote it. A solution has to be one of theirs: throws
 * `validation-failed` for any other, whether it exists or not.
 */
export async function createEnquiry(
  context: ContactContext,
  actor: Actor,
  { topic, message, solutionId, reference }: EnquiryNew,
  call: Call,
): Promise<Enquiry> {
  const { db, identity, solution, now, newId, enqueueMail } = context
  // Other services need a connection of their own, so they are asked before the transaction.
  if (solutionId !== null && (await solution.findRole(actor, solutionId)) === null)
    throw new ProblemError('validation-failed', undefined, {
      errors: [{ pointer: '/solutionId', code: 'not-found' }],
    })
  const [[person], operators, label] = await Promise.all([
    identity.findPeople([actor.userId]),
    identity.findOperators(),
    solutionId === null ? null : solution.findLabel(solutionId),
  ])
  const at = now()
  const enquiry: Enquiry = {
    id: newId(),
    topic,
    message,
    solutionId,
    reference: reference === '' ? null : reference,
    state: 'OPEN',
    createdAt: at.toISOString(),
    replies: [],
  }
  return db.transaction(async (tx) => {
    const { id } = enquiry
    await tx.query('contact-enquiry-insert', insertSql, [
      id,
      actor.userId,
      topic,
      message,
      solutionId,
      enquiry.reference,
      at,
    ])
    if (person !== undefined) {
      const { email: to, givenName, language } = person
      const values = { topic: topicWord(language, topic) }
      await enqueueMail(
        tx,
        writeMail('contact-received', { language, to, givenName, values }),
        `contact-received ${id}`,
      )
    }
    await mailToOperators(context, tx, operators, {
      id,
      topic,
      message,
      from: person?.email ?? null,
      solution: label,
      reference: enquiry.reference,
    })
    return call.keepAnswer(tx, enquiry)
  })
}

const insertSql = `insert into contact.enquiries (id, user_id, topic, message, solution_id, reference, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`
