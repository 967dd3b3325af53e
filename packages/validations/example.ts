import { Resolver } from 'node:dns/promises'
import { createSpamFilter, disposableBy, judgeForm, type MailResolver, shippedLists } from '@bollard/validations'

const dns = new Resolver({ timeout: 1_000, tries: 1 })
const noRecords = (error: Error & { code?: string }) => {
  if (error.code === 'ENODATA' || error.code === 'ENOTFOUND') return []
  throw error
}
/** What asks name servers; a test hands in another. */
export const fromDns: MailResolver = {
  resolveMx: (domain) => dns.resolveMx(domain).catch(noRecords),
  resolveAddresses: async (domain) => [
    ...(await dns.resolve4(domain).catch(noRecords)),
    ...(await dns.resolve6(domain).catch(noRecords)),
  ],
}

/** A form for enquiries, judged when it is sent. */
export async function judgeEnquiry(sent: Record<string, unknown>, resolver = fromDns, now = () => new Date()) {
  return judgeForm(sent, {
    email: { kind: 'EMAIL', resolver, disposable: disposableBy(shippedLists(), now) },
    phone: { kind: 'PHONE', country: 'DE', now, isOptional: true },
    message: { kind: 'TEXT', scripts: ['Latin'], linksMax: 1, personalData: 'FLAG', spam: createSpamFilter('key') },
  })
}
