import { maskEmails } from '@bollard/audit'

const charactersMax = 200

/**
 * Why a job failed, for operators: kind, code and message of the error without what it may say of people, such as addresses, networks,
 * ids and texts in quotes.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error'
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  const [firstLine = ''] = error.message.split('\n')
  const message = maskEmails(firstLine)
    .replaceAll(/"[^"]*"|'[^']*'|“[^”]*”/gu, '…')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/giu, '…')
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}\b/giu, '…')
  return `${error.name}${code}: ${message}`.slice(0, charactersMax)
}
