import { AttachmentError } from '../attachment.ts'
import { MailRefusedError } from '../mail.ts'

export interface Refusal {
  /** Trying again would end the same. */
  readonly permanent: boolean
  /** It is the address that cannot be reached, not the mail or the sender that is unwelcome. */
  readonly bounced: boolean
  /** What to remember of it: codes only, since servers repeat addresses in their answers. */
  readonly said: string
}

/**
 * What a failed attempt means. A 5xx to the recipient or to the content is final. One to the sender or to the password is not:
 * that is a fault of our settings, which somebody may mend while the mail waits. Policy refusals (5.7.x) say nothing of the address.
 */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof MailRefusedError) return { permanent: true, bounced: false, said: error.message }
  if (error instanceof AttachmentError) return { permanent: false, bounced: false, said: error.message }
  const { code, command, responseCode, response } = shapeOf(error)
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/u.exec(response)?.[1]
  const said = [code, command, responseCode, status].filter(Boolean).join(' ') || 'no answer'
  const isFinal = responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA')
  const isAboutAddress = command === 'RCPT TO' ? !status?.startsWith('5.7.') : /^5\.[12]\./u.test(status ?? '')
  return { permanent: isFinal, bounced: isFinal && isAboutAddress, said }
}

/** The fields that nodemailer adds to its errors. */
function shapeOf(error: unknown): { code: string; command: string; responseCode: number; response: string } {
  const { code, command, responseCode, response } = (error ?? {}) as Readonly<Record<string, unknown>>
  return {
    code: word(code),
    command: word(command),
    responseCode: typeof responseCode === 'number' ? responseCode : 0,
    response: String(response ?? ''),
  }
}

function word(value: unknown): string {
  return typeof value === 'string' && /^[A-Z][A-Z_ ]{1,30}$/u.test(value) ? value : ''
}
