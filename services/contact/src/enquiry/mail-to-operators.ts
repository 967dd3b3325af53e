import type { Person } from '@bollard/access'
import type { EnquiryTopic } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { topicWord, writeMail } from '@bollard/mail'
import type { ContactContext } from '../contact-context.ts'

interface Written {
  /** Id of the enquiry. */
  readonly id: string
  readonly topic: EnquiryTopic
  readonly message: string
  /** Whom to reply to. */
  readonly from: string | null
  /** Name of the solution it is about. */
  readonly solution: string | null
  /** What the writer entered beside the message: a code, or who they are. */
  readonly reference: string | null
}

/** Mails the whole enquiry to each operator, in their language. */
export async function mailToOperators(
  { enqueueMail }: Pick<ContactContext, 'enqueueMail'>,
  tx: Queries,
  operators: readonly Person[],
  { id, topic, message, from, solution, reference }: Written,
): Promise<void> {
  for (const { userId, email: to, givenName, language } of operators) {
    const values = {
      topic: topicWord(language, topic),
      account: from ?? '–',
      solution: solution ?? '–',
      reference: reference ?? '–',
      message,
    }
    await enqueueMail(tx, writeMail('enquiry-new', { language, to, givenName, values }), `enquiry-new ${id} ${userId}`)
  }
}
