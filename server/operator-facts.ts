import type { OperatorFacts } from '@bollard/site-kit/host'
import type { Operator } from './api/operator.ts'
import type { Config } from './config.ts'
import type { Recipients } from './supervise/told-config.ts'
import { measuringOf } from './measuring-of.ts'

/** What the website says of the operator: facts by the names that legal texts use, without those that nobody has stated. */
export function operatorFacts(
  operator: Operator,
  config: Pick<Config, 'CONSENT' | 'ARCHIVE_URL' | 'ARCHIVE_DAYS'> & Parameters<typeof measuringOf>[0],
  recipients: Recipients,
): OperatorFacts {
  const { address, contact, privacyOfficer, subprocessors, representatives } = operator
  const measuring = measuringOf(config)
  const values = {
    legalName: operator.legalName,
    street: address.street,
    line2: address.line2,
    postalCode: address.postalCode,
    city: address.city,
    region: address.region,
    email: operator.email,
    contactName: contact.name,
    phone: contact.phone,
    representatives: representatives?.join(', '),
    registerCourt: operator.registerCourt,
    registerNumber: operator.registerNumber,
    vatId: operator.vatId,
    taxNumber: operator.taxNumber,
    supervisoryAuthority: operator.supervisoryAuthority,
    privacyEmail: privacyOfficer?.email ?? operator.privacyEmail ?? operator.email,
    privacyOfficer: privacyOfficer?.name,
    hosting: operator.hosting,
    subprocessors: subprocessors && listOf(subprocessors),
    jurisdiction: operator.jurisdiction,
    governingLaw: operator.governingLaw,
    availability: operator.availability,
    supportHours: operator.supportHours,
    archiveDays: config.ARCHIVE_URL && config.ARCHIVE_DAYS > 0 ? String(config.ARCHIVE_DAYS) : undefined,
    stripe: recipients.stripe ? 'Stripe' : undefined,
    googleAds: recipients.googleAds ? 'Google Ads' : undefined,
    sessionReplay: measuring.sessionReplay ? 'on' : undefined,
    pageViews: measuring.pageViews ? 'on' : undefined,
    performance: measuring.performance ? 'on' : undefined,
    countedWithConsent:
      config.CONSENT === 'strict' && (measuring.pageViews || measuring.performance) ? 'on' : undefined,
  }
  return {
    values: Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    countryCode: address.countryCode,
    organization: {
      name: operator.brandName ?? operator.legalName,
      logo: operator.logo,
      foundingDate: operator.foundingDate,
      profiles: operator.profiles ?? [],
      description: operator.description ?? {},
      locality: operator.locality ?? {},
    },
  }
}

function listOf(subprocessors: NonNullable<Operator['subprocessors']>): string {
  const lines = subprocessors.map(({ name, purpose, place }) => `${name}, ${place}: ${purpose}`)
  return lines.length === 0 ? '–' : lines.join('\n')
}
