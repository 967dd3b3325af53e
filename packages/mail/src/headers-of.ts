import type { Mail } from './mail.ts'

/** The headers of a mail beside its sender, recipient, subject and time: no automatic answers, and one click to unsubscribe (RFC 8058). */
export function headersOf({
  tag,
  unsubscribeUrl,
}: Pick<Mail, 'tag' | 'unsubscribeUrl'>): Readonly<Record<string, string>> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Bollard-Tag': tag,
    ...(unsubscribeUrl === undefined
      ? {}
      : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}
