import type { VisitorEnquiryNew } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { topicWord, writeMail } from '@bollard/mail'
import type { ContactContext } from '../contact-context.ts'
import { mailToOperators } from './mail-to-operators.ts'

/** Throws `captcha-failed` for a token that is none; a captcha that does not answer keeps nobody out. */
export async function requireVisitor(
  { captcha }: ContactContext,
  token: string | undefined,
  ip: string,
): Promise<void> {
  if ((await captcha.verify(token ?? '', ip)) === 'refused') throw new ProblemError('captcha-failed')
}

/**
 * Stores what a visitor of the website writes, mails it to the operators and confirms it. The receipt repeats nothing that was typed,
 * since anybody can enter anybody's address.
 */
export async function createVisitorEnquiry(
  context: ContactContext,
  { topic, message, name, email, organization, language }: VisitorEnquiryNew,
): Promise<void> {
  const { db, identity, now, newId, enqueueMail } = context
  const operators = await identity.findOperators()
  const id = newId()
  await db.transaction(async (tx) => {
    await tx.query('contact-visitor-enquiry-insert', insertSql, [
      id,
      topic,
      message,
      name,
      email,
      organization === '' ? null : organization,
      language,
      now(),
    ])
    const values = { topic: topicWord(language, topic) }
    const receipt = writeMail('contact-received', { language, to: email, givenName: '', values })
    await enqueueMail(tx, receipt, `contact-received ${id}`)
    await mailToOperators(context, tx, operators, {
      id,
      topic,
      message,
      from: email,
      solution: null,
      reference: organization ? `${name}, ${organization}` : name,
    })
  })
}

const insertSql = `insert into contact.enquiries (id, topic, message, name, email, organization, language, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`
